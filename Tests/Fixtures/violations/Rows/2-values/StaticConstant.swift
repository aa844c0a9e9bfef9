// The service is a static constant.
// stops: compile
// says: is not concurrency-safe because non-'Sendable' type 'Fetcher'

import Scheduling
import World

enum StaticConstant {
    #if WRONG
        static let wrong = Fetcher()
    #else
        static let right = SchedulerBound(on: World.business) { Fetcher() }
    #endif
}
