// A detached task captures the service.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import World

enum DetachedTask {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            Task.detached { fetcher.fetchNodes() }
            fetcher.fetchNodes()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            Task.detached { try await fetcher.run { $0.fetchNodes() } }
        }
    #endif
}
