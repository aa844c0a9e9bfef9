// Work of the business logic touches the user interface's state.
// stops: compile
// says: main actor-isolated property 'shown' can not be mutated from a nonisolated context

import Scheduling
import World

enum MainActorState {
    #if WRONG
        static func wrong(_ fetcher: SchedulerBound<Fetcher>, _ presenter: Presenter) {
            fetcher.schedule { _ in presenter.shown = 1 }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>, _ presenter: Presenter) {
            fetcher.schedule { _ in
                MainScheduler.shared.schedule { @MainActor in presenter.shown = 1 }
            }
        }
    #endif
}
