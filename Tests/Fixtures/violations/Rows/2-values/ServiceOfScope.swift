// A service that was taken from a scope is sent to another scheduler.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Composition
import Scheduling
import World

enum SentFetcherKey: ServiceKey {
    typealias Service = Fetcher
    static let role = SchedulerRole.business
}

struct SentFetcherModule: Module {
    func load(_ plan: ServicePlan) {
        plan.bind(SentFetcherKey.self) { Fetcher() }
    }
}

enum ServiceOfScope: Row {
    static func run() {
        guard
            let scope = try? Assembly([SentFetcherModule()])
                .compose(on: [.business: World.business])
        else { return }
        scope.handle(SentFetcherKey.self).schedule { _, isolation in
            guard let fetcher = try? LocalScope(scope, isolation).here(SentFetcherKey.self) else {
                return
            }
            #if WRONG
                MainScheduler.shared.schedule { fetcher.fetchNodes() }
            #else
                fetcher.fetchNodes()
                World.done()
            #endif
        }
    }
}
