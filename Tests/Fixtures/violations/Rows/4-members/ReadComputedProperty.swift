// A computed property is read on the wrong scheduler.
// stops: hook
// says: Fetcher.isFull was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum ReadComputedProperty: Row {
    static func run() {
        #if WRONG
            _ = World.smuggled().service.isFull
        #else
            World.bound().schedule {
                _ = $0.isFull
                World.done()
            }
        #endif
    }
}
