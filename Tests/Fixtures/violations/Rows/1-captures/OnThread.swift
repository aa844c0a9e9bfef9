// A thread's block captures the service.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher' in a '@Sendable' closure

import Foundation
import Scheduling
import World

enum OnThread {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            Thread { fetcher.fetchNodes() }.start()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            Thread { fetcher.schedule { $0.fetchNodes() } }.start()
        }
    #endif
}
