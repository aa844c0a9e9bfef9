// A mailbox of another scheduler calls code of the main actor.
// stops: warning
// says: a closure of a global actor does not run on a scheduler

import Scheduling
import World

enum ActorInMailbox {
    @MainActor static func run(_ presenter: Presenter, _ handle: SchedulerBound<Fetcher>) {
        #if WRONG
            _ = Mailbox<Int>(to: World.business) { @MainActor _ in presenter.show() }
        #else
            _ = Mailbox<Int>(to: World.business) { _ in }
        #endif
    }
}
