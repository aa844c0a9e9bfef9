// A call through the handle returns the service itself.
// stops: compile
// says: type 'Fetcher' does not conform to the 'Sendable' protocol

import Scheduling
import World

enum ReturnedByRun {
    #if WRONG
        static func wrong(_ fetcher: SchedulerBound<Fetcher>) async throws {
            let service = try await fetcher.run { $0 }
            service.fetchNodes()
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) async throws {
            try await fetcher.run { $0.fetchNodes() }
        }
    #endif
}
