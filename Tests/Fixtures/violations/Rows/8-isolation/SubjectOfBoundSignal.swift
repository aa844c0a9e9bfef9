// A subject whose signal is bound is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum SubjectOfBoundSignal {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let subject = Subject<Int, Never>()
            _ = (subject.signal.bound(in: home), plain)
            #if WRONG
                World.business.schedule { subject.send(1) }
            #endif
        }
    }
}
