// Work of the business logic calls a presenter.
// stops: compile
// says: call to main actor-isolated instance method 'show()' in a synchronous nonisolated context

import Scheduling
import World

enum MainActorMethod {
    #if WRONG
        static func wrong(_ fetcher: SchedulerBound<Fetcher>, _ presenter: Presenter) {
            fetcher.schedule { _ in presenter.show() }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>, _ presenter: Presenter) {
            fetcher.schedule { _ in MainScheduler.shared.schedule { @MainActor in presenter.show() }
            }
        }
    #endif
}
