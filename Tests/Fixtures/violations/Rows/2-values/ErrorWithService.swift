// An error carries the service.
// stops: warning
// says: stored property 'fetcher' of 'Sendable'-conforming struct 'Failure' has non-Sendable type
//     'Fetcher'

import Scheduling
import World

enum ErrorWithService {
    #if WRONG
        struct Failure: Error {
            let fetcher: Fetcher
        }
    #else
        struct Failure: Error {
            let fetcher: SchedulerBound<Fetcher>
        }
    #endif
}
