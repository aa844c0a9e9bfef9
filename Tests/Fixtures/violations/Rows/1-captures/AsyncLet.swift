// An async let uses the service concurrently with its owner.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Scheduling
import World

enum AsyncLet {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) async {
            async let limit = fetcher.limit
            fetcher.fetchNodes()
            _ = await limit
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) async throws {
            async let limit = fetcher.run { $0.limit }
            fetcher.schedule { $0.fetchNodes() }
            _ = try await limit
        }
    #endif
}
