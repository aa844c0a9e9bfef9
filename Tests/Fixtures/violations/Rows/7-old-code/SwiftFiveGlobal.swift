// Code in Swift 5 mode keeps the service in a global.
// stops: hook
// says: Fetcher.limit was set on scheduler 'UI'; it lives on scheduler 'BL'
// language: 5

import Scheduling
import World

private var shared: Fetcher?

enum SwiftFiveGlobal: Row {
    static func run() {
        #if WRONG
            shared = World.smuggled().service
            shared?.limit = 1
        #else
            shared = nil
            World.bound().schedule {
                $0.limit = 1
                World.done()
            }
        #endif
    }
}
