// Code of the main actor is performed elsewhere.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInPerform {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            World.business.perform { @MainActor in presenter.show() }
        #else
            MainScheduler.shared.perform { presenter.show() }
        #endif
    }
}
