// Objects that are released after a shutdown are released on another thread of the same scheduler.
// stops: nothing
// why: the scheduler is correct, and the check compares schedulers, not threads
// instead: release objects that are bound to a thread, such as a C library's handle, before the
//     scheduler is shut down

import Foundation
import Scheduling
import World

@Schedulable
private final class Handle {
    private let thread = pthread_self()
    private let released: @Sendable (_ onItsThread: Bool) -> Void

    init(_ released: @escaping @Sendable (Bool) -> Void) {
        self.released = released
    }

    deinit {
        checkScheduler(.release)
        released(pthread_equal(thread, pthread_self()) != 0)
    }
}

enum ThreadOfLateWork: Row {
    static func run() {
        #if WRONG
            let io = WorkScheduler(name: "IO")
            let handle = SchedulerBound(on: io) {
                Handle { onItsThread in
                    precondition(!onItsThread)
                    World.done()
                }
            }
            _ = try? io.shutDownAndWait()
            withExtendedLifetime(handle) {}
        #else
            let handle = SchedulerBound(on: World.business) {
                Handle { onItsThread in
                    precondition(onItsThread)
                    World.done()
                }
            }
            handle.schedule { _ in }
        #endif
    }
}
