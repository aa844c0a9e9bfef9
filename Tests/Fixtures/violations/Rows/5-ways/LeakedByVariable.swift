// A call through a handle stores the service in a variable of the caller.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Dispatch
import Scheduling
import World

enum LeakedByVariable: Row {
    static func run() {
        #if WRONG
            nonisolated(unsafe) var leaked: Fetcher?
            let isThere = DispatchSemaphore(value: 0)
            World.bound().schedule {
                leaked = $0
                isThere.signal()
            }
            isThere.wait()
            leaked?.fetchNodes()
        #else
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
