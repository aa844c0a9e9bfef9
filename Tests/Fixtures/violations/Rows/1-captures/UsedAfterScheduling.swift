// A service is captured by another scheduler's work, and used afterwards.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import World

enum UsedAfterScheduling {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            World.business.schedule { fetcher.fetchNodes() }
            fetcher.fetchNodes()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            fetcher.schedule { $0.fetchNodes() }
            fetcher.schedule { $0.fetchNodes() }
        }
    #endif
}
