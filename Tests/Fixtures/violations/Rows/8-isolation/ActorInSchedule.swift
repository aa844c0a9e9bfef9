// Code of the main actor is scheduled elsewhere.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInSchedule {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            World.business.schedule { @MainActor in presenter.show() }
        #else
            MainScheduler.shared.schedule { presenter.show() }
        #endif
    }
}
