// An operator is applied to a bound signal before it is delivered.
// stops: compile
// says: apply operators inside signal { … }, or after deliver(in:)

import Scheduling
import Signals
import World

enum BoundSignalMapped {
    static func run() {
        #if WRONG
            _ = World.bound().signal { $0.limits() }.map { $0 + 1 }
        #else
            _ = World.bound().signal { $0.limits().map { $0 + 1 } }
        #endif
    }
}
