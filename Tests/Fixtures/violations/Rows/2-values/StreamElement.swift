// The service is an element of a stream that others read.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Scheduling
import World

enum StreamElement {
    #if WRONG
        static func wrong(_ fetcher: Fetcher, _ readers: AsyncStream<Fetcher>.Continuation) {
            readers.yield(fetcher)
            fetcher.fetchNodes()
        }
    #else
        static func right(
            _ fetcher: SchedulerBound<Fetcher>,
            _ readers: AsyncStream<SchedulerBound<Fetcher>>.Continuation
        ) {
            readers.yield(fetcher)
            fetcher.schedule { $0.fetchNodes() }
        }
    #endif
}
