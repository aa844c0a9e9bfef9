// An isolation value is captured by a task.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum IsolationInTask {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            _ = (home.scheduler, plain)
            #if WRONG
                Task { _ = home.scheduler }
            #endif
        }
    }
}
