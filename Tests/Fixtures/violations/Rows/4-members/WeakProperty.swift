// A weak property is read on the wrong scheduler.
// stops: hook
// says: Fetcher.owner was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum WeakProperty: Row {
    static func run() {
        #if WRONG
            _ = World.smuggled().service.owner
        #else
            World.bound().schedule {
                _ = $0.owner
                World.done()
            }
        #endif
    }
}
