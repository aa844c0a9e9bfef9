// Two services are compared with an operator.
// stops: hook
// says: Fetcher.limit was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum Operator: Row {
    static func run() {
        #if WRONG
            let fetcher = World.smuggled().service
            _ = fetcher == fetcher
        #else
            World.bound().schedule {
                _ = $0 == $0
                World.done()
            }
        #endif
    }
}
