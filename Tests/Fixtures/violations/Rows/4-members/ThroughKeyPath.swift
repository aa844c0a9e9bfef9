// A property is read through a key path.
// stops: hook
// says: Fetcher.limit was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum ThroughKeyPath: Row {
    static func run() {
        #if WRONG
            let path: KeyPath<Fetcher, Int> = \.limit
            let fetcher: Fetcher = World.smuggled().service
            _ = fetcher[keyPath: path]
        #else
            World.bound().schedule {
                let path: KeyPath<Fetcher, Int> = \.limit
                _ = $0[keyPath: path]
                World.done()
            }
        #endif
    }
}
