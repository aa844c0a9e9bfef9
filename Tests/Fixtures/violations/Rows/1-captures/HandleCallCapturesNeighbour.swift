// A call through a handle captures a service of the caller.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between main
//     actor-isolated code and concurrent execution of the closure

import Scheduling
import World

enum HandleCallCapturesNeighbour {
    #if WRONG
        @MainActor
        static func wrong(_ fetcher: SchedulerBound<Fetcher>, _ mine: Neighbour) {
            fetcher.schedule { _ in mine.use() }
            mine.use()
        }
    #else
        @MainActor
        static func right(_ fetcher: SchedulerBound<Fetcher>, _ mine: SchedulerBound<Neighbour>) {
            fetcher.schedule { _ in mine.schedule { $0.use() } }
        }
    #endif
}
