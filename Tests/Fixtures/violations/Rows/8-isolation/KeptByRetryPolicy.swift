// An object that the policy of a retry uses is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum KeptByRetryPolicy {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let subject = Subject<Int, BoundError>()
            _ = subject.signal.retry(in: home) { _, _ in
                plain.use()
                return .zero
            }.observe({ _ in }, ended: { _ in })
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
