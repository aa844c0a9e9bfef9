// Code of the main actor is given to some scheduler.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInExistential {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            let scheduler: any Scheduler = World.business
            scheduler.schedule { @MainActor in presenter.show() }
        #else
            MainScheduler.shared.schedule { presenter.show() }
        #endif
    }
}
