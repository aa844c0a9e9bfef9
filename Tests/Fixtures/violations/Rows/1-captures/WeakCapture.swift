// A weak reference is captured where a strong one is rejected.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher?' in a '@Sendable' closure

import Dispatch
import Scheduling
import World

enum WeakCapture {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            DispatchQueue.global().async { [weak fetcher] in fetcher?.fetchNodes() }
            fetcher.fetchNodes()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            DispatchQueue.global().async { [weak fetcher] in fetcher?.schedule { $0.fetchNodes() } }
        }
    #endif
}
