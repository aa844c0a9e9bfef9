// Code of the main actor is repeated elsewhere.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInRepetition {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            World.business.schedule(every: .seconds(1)) { @MainActor in presenter.show() }
        #else
            MainScheduler.shared.schedule(every: .seconds(1)) { presenter.show() }
        #endif
    }
}
