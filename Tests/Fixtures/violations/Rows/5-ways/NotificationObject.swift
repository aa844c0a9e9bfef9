// A notification carries the service to an observer on another scheduler.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Foundation
import Scheduling
import World

private nonisolated(unsafe) var token: (any NSObjectProtocol)?

enum NotificationObject: Row {
    static func run() {
        #if WRONG
            let name = Notification.Name("nodes")
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                ($0.object as? Fetcher)?.fetchNodes()
            }
            let box = World.smuggled()
            NotificationCenter.default.post(name: name, object: box.service)
        #else
            let name = Notification.Name("nodes")
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                ($0.object as? SchedulerBound<Fetcher>)?.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
            NotificationCenter.default.post(name: name, object: World.bound())
        #endif
    }
}
