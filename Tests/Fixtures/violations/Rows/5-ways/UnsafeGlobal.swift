// A `nonisolated(unsafe)` global holds the service.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

private nonisolated(unsafe) var shared: Fetcher?

enum UnsafeGlobal: Row {
    static func run() {
        #if WRONG
            shared = World.smuggled().service
            shared?.fetchNodes()
        #else
            shared = nil
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
