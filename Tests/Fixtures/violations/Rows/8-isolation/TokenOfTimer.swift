// The token of a timer is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum TokenOfTimer {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let token = Signal<Void, Never>.timer(after: .seconds(1), in: home)
                .observe { _ in plain.use() }
            _ = token
            #if WRONG
                World.business.schedule { token.dispose() }
            #endif
        }
    }
}
