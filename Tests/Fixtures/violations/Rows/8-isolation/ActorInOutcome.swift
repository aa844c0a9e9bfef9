// The outcome of a call is reported to code of the main actor.
// stops: compile
// says: loses global actor 'MainActor'

import Scheduling
import World

enum ActorInOutcome {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            handle.schedule({ $0.fetchNodes() }, outcome: { @MainActor _ in presenter.show() })
        #else
            handle.schedule({ $0.fetchNodes() }, outcome: { _ in Task { await presenter.show() } })
        #endif
    }
}
