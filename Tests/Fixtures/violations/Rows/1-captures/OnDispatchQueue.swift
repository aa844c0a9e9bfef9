// A Dispatch queue runs a closure that captures the service.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher' in a '@Sendable' closure

import Dispatch
import Scheduling
import World

enum OnDispatchQueue {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            DispatchQueue.global().async { fetcher.fetchNodes() }
            fetcher.fetchNodes()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            DispatchQueue.global().async { fetcher.schedule { $0.fetchNodes() } }
        }
    #endif
}
