// A property is changed in place on the wrong scheduler.
// stops: hook
// says: Fetcher.names was set on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum ChangeInPlace: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.names.append("a")
        #else
            World.bound().schedule {
                $0.names.append("a")
                World.done()
            }
        #endif
    }
}
