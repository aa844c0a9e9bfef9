// Code of the main actor is passed to a pool.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInPool {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            ServicePool(on: [World.business]) { 1 }.schedule { @MainActor _ in presenter.show() }
        #else
            ServicePool(on: [World.business]) { 1 }.schedule { _ in }
        #endif
    }
}
