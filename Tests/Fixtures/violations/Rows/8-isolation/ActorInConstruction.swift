// A service is built by code of the main actor.
// stops: hook
// says: a closure of MainActor was given to a scheduler

import Scheduling
import Signals
import World

enum ActorInConstruction: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            let presenter = Presenter()
            let handle = SchedulerBound(on: World.business) { @MainActor in presenter.shown }
            handle.schedule { _ in World.done() }
        #else
            let presenter = Presenter()
            let shown = presenter.shown
            SchedulerBound(on: World.business) { shown }.schedule { _ in World.done() }
        #endif
    }
}
