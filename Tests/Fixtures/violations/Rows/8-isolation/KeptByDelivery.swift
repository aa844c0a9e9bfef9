// An object that receives the values of another scheduler is sent to that scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum KeptByDelivery {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            BoundSignal<Int, Never>(on: World.business) { .just(1) }
                .deliver(to: plain, in: home) { plain, _ in plain.use() }
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
