// A property is set on the wrong scheduler.
// stops: hook
// says: Fetcher.limit was set on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    fetcher.schedule { $0.limit = … }

import Scheduling
import World

enum Setter: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.limit = 1
        #else
            World.bound().schedule {
                $0.limit = 1
                World.done()
            }
        #endif
    }
}
