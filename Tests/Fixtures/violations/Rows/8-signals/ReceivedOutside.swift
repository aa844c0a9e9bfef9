// A signal is delivered to an object on a thread without a scheduler.
// stops: hook
// release: trap
// says: a signal can be delivered on a scheduler only, not on a foreign thread

import Dispatch
import Scheduling
import Signals
import World

enum ReceivedOutside: Row {
    static func run() {
        let limits = World.bound().signal { $0.limits() }
        #if WRONG
            DispatchQueue.global().async {
                limits.deliver(to: Receiver()) { receiver, limit in receiver.limit = limit }
            }
        #else
            World.business.schedule {
                let receiver = Receiver()
                limits.deliver(to: receiver) { receiver, limit in
                    receiver.limit = limit
                    World.done()
                }
                World.business.schedule(after: .seconds(1)) { receiver.limit = 0 }
            }
        #endif
    }
}

private final class Receiver {
    var limit = 0
}
