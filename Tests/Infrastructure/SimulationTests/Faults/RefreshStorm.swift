import Scheduling
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Login {
        private(set) var token = 1
        private(set) var refreshes = 0
        private var isRefreshing = false
        private let isFaulty: Bool

        init(isFaulty: Bool) { self.isFaulty = isFaulty }

        func reject(_ rejected: Int, on scheduler: any Scheduler) {
            if !isFaulty, isRefreshing { return }
            guard rejected == token else { return }
            isRefreshing = true
            refreshes += 1
            scheduler.scheduleConfined(after: .milliseconds(20)) { [self] in
                token += 1
                isRefreshing = false
            }
        }
    }

    /// Each of several refused requests refreshes the token.
    static let refreshStorm = PlantedFault(description: "refresh storm") { world, isFaulty in
        let business = world.work()
        let login = SchedulerBound(on: business) { Login(isFaulty: isFaulty) }
        for worker in world.pool(3, name: "request") {
            login.schedule { service in
                let token = service.token
                let latency = Duration.milliseconds(30)
                worker.schedule(after: latency) {
                    if token == 1 { login.schedule { $0.reject(token, on: business) } }
                }
            }
        }
        world.always("one refresh of a token", of: login) { $0.refreshes <= 1 }
    }
}
