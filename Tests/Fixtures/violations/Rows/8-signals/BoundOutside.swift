// A signal is bound on a thread without a scheduler.
// stops: hook
// release: trap
// says: a signal can be bound on a scheduler only, not on a foreign thread

import Dispatch
import Scheduling
import Signals
import World

enum BoundOutside: Row {
    static func run() {
        #if WRONG
            DispatchQueue.global().async { _ = Signal<Int, Never>.just(1).bound() }
        #else
            World.business.schedule {
                _ = Signal<Int, Never>.just(1).bound()
                World.done()
            }
        #endif
    }
}
