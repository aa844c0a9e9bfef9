// Code of the main actor is scheduled elsewhere after a delay.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInDelay {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            World.business.schedule(after: .seconds(1)) { @MainActor in presenter.show() }
        #else
            MainScheduler.shared.schedule(after: .seconds(1)) { presenter.show() }
        #endif
    }
}
