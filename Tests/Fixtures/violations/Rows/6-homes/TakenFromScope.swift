// A service is taken from a scope on another scheduler.
// stops: hook
// release: trap
// says: TakenFetcher lives on scheduler 'BL' and was taken directly on scheduler 'UI'

import Composition
import Scheduling
import World

enum TakenFetcherKey: ServiceKey {
    typealias Service = Fetcher
    static let role = SchedulerRole.business
}

struct TakenFetcherModule: Module {
    func load(_ plan: ServicePlan) {
        plan.bind(TakenFetcherKey.self) { Fetcher() }
    }
}

enum TakenFromScope: Row {
    static func run() {
        guard
            let scope = try? Assembly([TakenFetcherModule()])
                .compose(on: [.business: World.business])
        else { return }
        let take = { @Sendable (isolation: SchedulerIsolation) in
            try? LocalScope(scope, isolation).here(TakenFetcherKey.self).fetchNodes()
            World.done()
        }
        #if WRONG
            _ = SchedulerBound(on: MainScheduler.shared) { take($0) }
        #else
            _ = SchedulerBound(on: World.business) { take($0) }
        #endif
    }
}
