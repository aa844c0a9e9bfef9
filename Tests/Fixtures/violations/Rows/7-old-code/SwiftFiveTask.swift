// Code in Swift 5 mode passes the service to a task.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'
// language: 5

import Scheduling
import World

enum SwiftFiveTask: Row {
    static func run() {
        #if WRONG
            let fetcher: Fetcher = World.smuggled().service
            Task.detached { fetcher.fetchNodes() }
        #else
            let fetcher = World.bound()
            Task.detached {
                try await fetcher.run { $0.fetchNodes() }
                World.done()
            }
        #endif
    }
}
