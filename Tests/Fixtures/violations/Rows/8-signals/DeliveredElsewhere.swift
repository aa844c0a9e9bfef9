// A signal is delivered on one scheduler, and subscribed to on another.
// stops: hook
// release: trap
// says: a signal that is delivered on scheduler 'BL' must be subscribed to on that scheduler

import Scheduling
import Signals
import World

enum DeliveredElsewhere: Row {
    static func run() {
        let limits = World.bound().signal { $0.limits() }
        #if WRONG
            limits.deliver(on: World.business).observe({ print($0) }, ended: { _ in })
        #else
            limits.deliver(on: MainScheduler.shared).observe({ _ in World.done() }, ended: { _ in })
        #endif
    }
}
