import Scheduling
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Request {
        private(set) var outcomes = 0
        private var timeout: ScheduledWork?
        private let isFaulty: Bool

        init(isFaulty: Bool) { self.isFaulty = isFaulty }

        func begin(on scheduler: any Scheduler) {
            timeout = scheduler.scheduleConfined(after: .milliseconds(50)) { [self] in complete() }
        }

        func receive() {
            timeout?.cancel()
            complete()
        }

        private func complete() {
            if isFaulty || outcomes == 0 { outcomes += 1 }
        }
    }

    /// The answer comes after the timeout, and completes the request again.
    static let doubleCompletion = PlantedFault(description: "double completion") {
        world, isFaulty in
        let (business, network) = (world.work(), world.work("network"))
        let request = SchedulerBound(on: business) { Request(isFaulty: isFaulty) }
        request.schedule { $0.begin(on: business) }
        let latency = Duration.milliseconds(10 * (1 + world.choose(5)))
        network.schedule(after: latency) { request.schedule { $0.receive() } }
        world.always("at most one outcome", of: request) { $0.outcomes <= 1 }
    }
}
