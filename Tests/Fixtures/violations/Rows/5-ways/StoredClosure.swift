// A closure that the service stored is called on another scheduler.
// stops: hook
// says: Fetcher.refresh() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

private struct Watched {
    let fetcher: Fetcher
    let onNodes: (() -> Void)?
}

enum StoredClosure: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled {
                let fetcher = Fetcher()
                fetcher.watch()
                return Watched(fetcher: fetcher, onNodes: fetcher.onNodes)
            }
            box.service.onNodes?()
        #else
            World.bound().schedule {
                $0.watch()
                $0.onNodes?()
                World.done()
            }
        #endif
    }
}
