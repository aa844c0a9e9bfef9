// An entity carries the service.
// stops: compile
// says: stored property 'fetcher' of 'Sendable'-conforming struct 'Node' has non-Sendable type
//     'Fetcher'

import Scheduling
import World

enum EntityWithClass {
    #if WRONG
        struct Node: Sendable {
            let fetcher: Fetcher
        }
    #else
        struct Node: Sendable {
            let fetcher: SchedulerBound<Fetcher>
        }
    #endif
}
