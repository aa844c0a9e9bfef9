// A notification's block captures the service.
// stops: compile
// says: capture of 'fetcher' with non-Sendable type 'Fetcher' in a '@Sendable' closure

import Foundation
import Scheduling
import World

enum NotificationBlock {
    #if WRONG
        static func wrong(_ fetcher: Fetcher, _ name: Notification.Name) -> any NSObjectProtocol {
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
                fetcher.fetchNodes()
            }
        }
    #else
        static func right(
            _ fetcher: SchedulerBound<Fetcher>, _ name: Notification.Name
        ) -> any NSObjectProtocol {
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
                fetcher.schedule { $0.fetchNodes() }
            }
        }
    #endif
}
