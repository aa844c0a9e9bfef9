// An object that the observer of a deferred signal uses is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum KeptByDeferred {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            Signal<Int, Never>.deferred(on: World.business, in: home) { _ in .just(1) }
                .observe { _ in plain.use() }
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
