// A lock guards the service, and any thread may take it.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Dispatch
import Scheduling
import Synchronization
import World

private final class Shared: Sendable {
    let fetcher = Mutex<Fetcher?>(nil)
}

enum Lock: Row {
    static func run() {
        #if WRONG
            let shared = Shared()
            let isThere = DispatchSemaphore(value: 0)
            World.business.schedule {
                shared.fetcher.withLock { $0 = Fetcher() }
                isThere.signal()
            }
            isThere.wait()
            shared.fetcher.withLock { $0?.fetchNodes() }
        #else
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
