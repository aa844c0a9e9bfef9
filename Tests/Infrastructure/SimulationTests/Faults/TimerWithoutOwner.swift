import Scheduling
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Clock {
        private(set) var ticks = 0

        func start(on scheduler: any Scheduler) -> RepeatingWork {
            scheduler.scheduleConfined(every: .milliseconds(100)) { [self] in ticks += 1 }
        }
    }

    @Schedulable
    fileprivate final class Screen {
        private var timer: RepeatingWork?
        private var isClosed = false
        private let isFaulty: Bool

        init(isFaulty: Bool) { self.isFaulty = isFaulty }

        func take(_ timer: RepeatingWork) {
            if isClosed, !isFaulty { return timer.cancel() }
            self.timer = timer
        }

        func close() {
            isClosed = true
            timer?.cancel()
        }
    }

    /// A screen that is closed before it has received the handle of its timer.
    static let timerWithoutOwner = PlantedFault(
        description: "a timer that outlives its owner", options: shortRun
    ) { world, isFaulty in
        let business = world.work()
        let clock = SchedulerBound(on: business) { Clock() }
        let screen = SchedulerBound(on: world.main) { Screen(isFaulty: isFaulty) }
        clock.schedule { service in
            let timer = service.start(on: business)
            screen.schedule { $0.take(timer) }
        }
        world.main.schedule(after: .milliseconds(5 * world.choose(3))) {
            screen.schedule { $0.close() }
        }
    }

    private static var shortRun: SimulationOptions {
        var options = SimulationOptions()
        options.duration = .seconds(1)
        return options
    }
}
