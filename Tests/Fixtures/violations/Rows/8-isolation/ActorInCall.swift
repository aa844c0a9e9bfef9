// Code of the main actor is passed to a service.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInCall {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            handle.schedule { @MainActor _ in presenter.show() }
        #else
            handle.schedule { $0.fetchNodes() }
        #endif
    }
}
