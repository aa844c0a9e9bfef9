// A property with observers is set on the wrong scheduler.
// stops: hook
// says: Fetcher.watched was set on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum ObservedProperty: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.watched = 1
        #else
            World.bound().schedule {
                $0.watched = 1
                World.done()
            }
        #endif
    }
}
