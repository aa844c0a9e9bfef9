// A method is called on the wrong scheduler.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    fetcher.schedule { $0.fetchNodes() }

import Scheduling
import World

enum Method: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.fetchNodes()
        #else
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
