// A property is read on the wrong scheduler.
// stops: hook
// says: Fetcher.limit was read on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    try await fetcher.run { $0.limit }

import Scheduling
import World

enum Getter: Row {
    static func run() {
        #if WRONG
            _ = World.smuggled().service.limit
        #else
            World.bound().schedule {
                _ = $0.limit
                World.done()
            }
        #endif
    }
}
