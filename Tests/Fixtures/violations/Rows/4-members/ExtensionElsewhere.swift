// A method of an extension in another module is called.
// stops: hook
// says: Fetcher.fetchAgain() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@SchedulableExtension
extension Fetcher {
    fileprivate func fetchAgain() {}
}

enum ExtensionElsewhere: Row {
    static func run() {
        #if WRONG
            World.smuggled().service.fetchAgain()
        #else
            World.bound().schedule {
                $0.fetchAgain()
                World.done()
            }
        #endif
    }
}
