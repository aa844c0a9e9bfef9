// A protocol's default implementation is called.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum DefaultImplementation: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.fetchTwice()
        #else
            World.bound().schedule {
                $0.fetchTwice()
                World.done()
            }
        #endif
    }
}
