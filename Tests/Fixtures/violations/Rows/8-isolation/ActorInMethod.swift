// A method of a presenter is scheduled elsewhere.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInMethod {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            World.business.schedule(presenter.show)
        #else
            MainScheduler.shared.schedule { presenter.show() }
        #endif
    }
}
