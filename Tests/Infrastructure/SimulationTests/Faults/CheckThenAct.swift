import Scheduling
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Downloads {
        private(set) var started = 0

        func isStarted() -> Bool { started > 0 }
        func start() { started += 1 }
        func startUnlessStarted() { if !isStarted() { start() } }
    }

    /// The answer to a question is out of date when its asker acts on it.
    static let checkThenAct = PlantedFault(description: "check-then-act over a hop") {
        world, isFaulty in
        let business = world.work()
        let downloads = SchedulerBound(on: business) { Downloads() }
        for screen in [world.main, world.work("widget")] {
            screen.schedule {
                guard isFaulty else { return _ = downloads.schedule { $0.startUnlessStarted() } }
                downloads.schedule { service in
                    let isStarted = service.isStarted()
                    screen.schedule { if !isStarted { downloads.schedule { $0.start() } } }
                }
            }
        }
        world.atEnd("one download was started", of: downloads) { $0.started == 1 }
    }
}
