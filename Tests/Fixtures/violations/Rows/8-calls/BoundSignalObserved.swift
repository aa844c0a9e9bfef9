// A bound signal is observed before it is delivered.
// stops: compile
// says: deliver the signal first: deliver(to: receiver, in: home) { … } or
//     deliver(in: home).observe { … }

import Scheduling
import Signals
import World

enum BoundSignalObserved {
    @MainActor
    static func run(_ presenter: Presenter) {
        let limits = World.bound().signal { $0.limits() }
        #if WRONG
            limits.observe { presenter.shown = $0 }
        #else
            limits.deliver(to: presenter, in: .main) { presenter, limit in presenter.shown = limit }
        #endif
    }
}
