// A service is put into a set, which hashes it.
// stops: hook
// says: Fetcher.hash(into:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum HashedInSet: Row {
    static func run() {
        #if WRONG
            _ = Set([World.smuggled().service])
        #else
            World.bound().schedule {
                _ = Set([$0])
                World.done()
            }
        #endif
    }
}
