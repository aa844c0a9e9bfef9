// A pointer into a service is kept after the check.
// stops: nothing
// why: the check is made once, when the access begins; a later use of a pointer is not an access
// instead: copy the bytes, or let the scheduler's work wait for the end of the call that gets the
//     pointer

import Dispatch
import Scheduling
import World

enum KeptPointer: Row {
    static func run() {
        #if WRONG
            nonisolated(unsafe) var kept: UnsafeMutablePointer<Int>?
            let isThere = DispatchSemaphore(value: 0)
            World.bound().schedule {
                withUnsafeMutablePointer(to: &$0.limit) { kept = $0 }
                isThere.signal()
            }
            isThere.wait()
            precondition(kept != nil)
            World.done()
        #else
            World.bound().schedule {
                withUnsafeMutablePointer(to: &$0.limit) { $0.pointee = 1 }
                World.done()
            }
        #endif
    }
}
