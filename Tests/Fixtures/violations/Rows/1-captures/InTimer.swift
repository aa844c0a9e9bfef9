// A timer's closure captures the service.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher' in a '@Sendable' closure

import Foundation
import Scheduling
import World

enum InTimer {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in fetcher.fetchNodes()
            }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
                fetcher.schedule { $0.fetchNodes() }
            }
        }
    #endif
}
