// A child task of a group captures the service.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import World

enum InTaskGroup {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) async {
            await withTaskGroup { group in
                group.addTask { fetcher.fetchNodes() }
                group.addTask { fetcher.fetchNodes() }
            }
        }
    #else
        static func right(_ fetcher: SchedulerBound<Fetcher>) async throws {
            try await withThrowingTaskGroup { group in
                group.addTask { try await fetcher.run { $0.fetchNodes() } }
                try await group.waitForAll()
            }
        }
    #endif
}
