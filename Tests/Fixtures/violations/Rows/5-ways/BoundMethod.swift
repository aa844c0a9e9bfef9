// A method is stored as a function, and called on another scheduler.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum BoundMethod: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled { Fetcher().fetchNodes }
            box.service()
        #else
            World.bound().schedule {
                let fetch = $0.fetchNodes
                fetch()
                World.done()
            }
        #endif
    }
}
