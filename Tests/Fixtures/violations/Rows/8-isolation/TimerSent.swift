// A timer is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum TimerSent {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let signal = Signal<Void, Never>.timer(after: .seconds(1), in: home)
            _ = (signal, plain)
            #if WRONG
                World.business.schedule { signal.observe {} }
            #endif
        }
    }
}
