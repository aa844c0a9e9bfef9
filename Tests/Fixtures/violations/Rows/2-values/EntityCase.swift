// A case of an entity carries the service.
// stops: compile
// says: associated value 'from' of 'Sendable'-conforming enum 'Change' has non-Sendable type
//     'Fetcher'

import Scheduling
import World

enum EntityCase {
    #if WRONG
        enum Change: Sendable {
            case from(Fetcher)
        }
    #else
        enum Change: Sendable {
            case from(SchedulerBound<Fetcher>)
        }
    #endif
}
