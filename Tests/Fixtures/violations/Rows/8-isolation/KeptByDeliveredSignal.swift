// An object that observes a delivered signal is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum KeptByDeliveredSignal {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            BoundSignal<Int, Never>(on: World.business) { .just(1) }.deliver(in: home)
                .observe { _ in plain.use() }
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
