// A `@Sendable` closure captures the service.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher' in a '@Sendable' closure

import Scheduling
import World

enum SendableClosureParameter {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) -> @Sendable () -> Void {
            { fetcher.fetchNodes() }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) -> @Sendable () -> Void {
            { fetcher.schedule { $0.fetchNodes() } }
        }
    #endif
}
