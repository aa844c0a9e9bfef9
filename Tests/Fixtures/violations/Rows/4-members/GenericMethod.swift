// A generic method is called on the wrong scheduler.
// stops: hook
// says: Fetcher.convert(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum GenericMethod: Row {
    static func run() {
        #if WRONG
            _ = World.smuggled().service.convert(1)
        #else
            World.bound().schedule {
                _ = $0.convert(1)
                World.done()
            }
        #endif
    }
}
