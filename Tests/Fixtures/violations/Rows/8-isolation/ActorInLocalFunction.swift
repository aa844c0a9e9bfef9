// A local function of the main actor is scheduled elsewhere.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInLocalFunction {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            @MainActor func show() { presenter.show() }
            World.business.schedule(show)
        #else
            MainScheduler.shared.schedule { presenter.show() }
        #endif
    }
}
