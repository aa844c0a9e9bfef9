// A task without isolation receives the service in a box.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Scheduling
import World

enum TaskBehindBox: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            Task.detached { box.service.fetchNodes() }
        #else
            let fetcher = World.bound()
            Task.detached {
                try await fetcher.run { $0.fetchNodes() }
                World.done()
            }
        #endif
    }
}
