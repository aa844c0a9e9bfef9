// An object that a key path changes in a timer is sent to another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum KeptByKeyPath {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let path = \Plain.count
            Signal<Void, Never>.timer(after: .seconds(1), in: home)
                .observe { _ in plain[keyPath: path] += 1 }
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
