// A signal that is delivered on the business logic sets a presenter's state.
// stops: compile
// says: main actor-isolated property 'shown' can not be mutated from a nonisolated context

import Scheduling
import Signals
import World

enum ObserverOfAnotherDomain {
    #if WRONG
        static func wrong(
            _ limits: BoundSignal<Int, Never>, _ presenter: Presenter, _ home: SchedulerIsolation
        ) {
            limits.deliver(in: home).observe { presenter.shown = $0 }
        }
    #else
        @MainActor
        static func right(_ limits: BoundSignal<Int, Never>, _ presenter: Presenter) {
            limits.deliver(to: presenter, in: .main) { presenter, limit in presenter.shown = limit }
        }
    #endif
}
