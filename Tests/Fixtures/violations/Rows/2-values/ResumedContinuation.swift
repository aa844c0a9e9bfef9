// A continuation is resumed with the service.
// stops: compile
// says: sending '$0' risks causing data races

import Scheduling
import World

enum ResumedContinuation {
    #if WRONG
        static func wrong(_ fetcher: SchedulerBound<Fetcher>) async -> Fetcher {
            await withCheckedContinuation { continuation in
                fetcher.schedule { continuation.resume(returning: $0) }
            }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) async -> Int {
            await withCheckedContinuation { continuation in
                fetcher.schedule { continuation.resume(returning: $0.limit) }
            }
        }
    #endif
}
