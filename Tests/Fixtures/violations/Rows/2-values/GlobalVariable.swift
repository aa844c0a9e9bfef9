// The service is stored in a global variable.
// stops: compile
// says: is not concurrency-safe because it is nonisolated global shared mutable state

import Scheduling
import World

#if WRONG
    private var shared: Fetcher?
#else
    private let shared = SchedulerBound(on: World.business) { Fetcher() }
#endif

enum GlobalVariable {
    #if WRONG
        static func wrong() {
            shared?.fetchNodes()
        }
    #else
        static func right() {
            shared.schedule { $0.fetchNodes() }
        }
    #endif
}
