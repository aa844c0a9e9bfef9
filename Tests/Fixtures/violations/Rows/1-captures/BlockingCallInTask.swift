// A task blocks its thread until a service answers.
// stops: compile
// says: instance method 'wait' is unavailable from asynchronous contexts

import Scheduling
import World

enum BlockingCallInTask: Row {
    static func run() {
        let fetcher = World.bound()
        Task {
            #if WRONG
                try fetcher.wait { $0.fetchNodes() }
            #else
                try await fetcher.run { $0.fetchNodes() }
                World.done()
            #endif
        }
    }
}
