// A reflection reads a service on another scheduler.
// stops: nothing
// why: `Mirror` and `dump` read storage through the runtime's metadata, without the accessors
// instead: reflect on the service's own scheduler; keep `Mirror` and `dump` to tests

import Scheduling
import World

enum Reflection: Row {
    static func run() {
        #if WRONG
            let mirror = Mirror(reflecting: World.smuggled().service)
            precondition(mirror.children.contains { $0.label == "_limit" })
            World.done()
        #else
            World.bound().schedule {
                precondition(Mirror(reflecting: $0).children.contains { $0.label == "_limit" })
                World.done()
            }
        #endif
    }
}
