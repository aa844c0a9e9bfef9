// A signal is captured by another scheduler's work, and used afterwards.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races

import Scheduling
import Signals
import World

enum SignalCaptured {
    #if WRONG
        static func wrong(_ limits: Signal<Int, Never>) {
            World.business.schedule { limits.observe { print($0) } }
            limits.observe { print($0) }
        }
    #else
        static func right(_ limits: BoundSignal<Int, Never>) {
            World.business.schedule { home in limits.deliver(in: home).observe { print($0) } }
        }
    #endif
}
