// A subscript is used on the wrong scheduler.
// stops: hook
// says: Fetcher.subscript(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    try await fetcher.run { $0[…] }

import Scheduling
import World

enum Subscript: Row {
    static func run() {
        #if WRONG
            let smuggled = World.smuggled {
                let fetcher = Fetcher()
                fetcher.names = ["a"]
                return fetcher
            }
            _ = smuggled.service[0]
        #else
            World.bound().schedule {
                $0.names = ["a"]
                _ = $0[0]
                World.done()
            }
        #endif
    }
}
