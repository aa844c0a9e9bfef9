// Code in Swift 5 mode passes the service to a Dispatch queue.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'
// language: 5

import Dispatch
import Scheduling
import World

enum SwiftFiveQueue: Row {
    static func run() {
        #if WRONG
            let fetcher: Fetcher = World.smuggled().service
            DispatchQueue.global().async { fetcher.fetchNodes() }
        #else
            let fetcher = World.bound()
            DispatchQueue.global().async {
                fetcher.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
