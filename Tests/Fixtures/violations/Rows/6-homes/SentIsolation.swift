// The isolation of a scheduler is captured by work of another scheduler.
// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races

import Scheduling
import World

enum SentIsolation: Row {
    static func run() {
        let fetcher = World.bound()
        fetcher.schedule { _, isolation in
            #if WRONG
                let other = WorkScheduler(name: "other")
                other.schedule { try? fetcher.get(in: isolation).fetchNodes() }
            #else
                try? fetcher.get(in: isolation).fetchNodes()
                World.done()
            #endif
        }
    }
}
