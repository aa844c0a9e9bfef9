// A neighbour is released on another scheduler, and calls the service in `deinit`.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum Deinit: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled { Neighbour(Fetcher()) }
            box.release()
        #else
            let neighbour = SchedulerBound(on: World.business) { Neighbour(Fetcher()) }
            neighbour.schedule { $0.use() }
            Task {
                _ = try await neighbour.run { $0.use() }
                World.done()
            }
        #endif
    }
}
