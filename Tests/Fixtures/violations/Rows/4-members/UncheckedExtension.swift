// A method of an extension without the attribute uses a member.
// stops: hook
// says: Fetcher.names was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

// The lint refuses this extension; here is what happens to one that got by.
extension Fetcher {
    fileprivate func count() -> Int { names.count }
}

enum UncheckedExtension: Row {
    static func run() {
        #if WRONG
            _ = World.smuggled().service.count()
        #else
            World.bound().schedule {
                _ = $0.count()
                World.done()
            }
        #endif
    }
}
