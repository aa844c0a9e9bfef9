// A service's property is set on its handle.
// stops: compile
// says: a handle has no such member: call the service on its scheduler with run, schedule or signal

import Scheduling
import World

enum PropertyOfHandle {
    static func run() {
        #if WRONG
            World.bound().limit = 20
        #else
            World.bound().schedule { $0.limit = 20 }
        #endif
    }
}
