// An actor schedules one of its own methods elsewhere.
// stops: nothing
// why: Swift converts the method to a function without its actor, and an actor has no check of its
//     own
// instead: write a task that awaits the method

import Scheduling
import World

private actor Counter {
    private var count = 0

    func increment() {
        count += 1
        World.done()
    }

    func start() {
        #if WRONG
            World.business.schedule(increment)
        #else
            World.business.schedule {
                Task { await self.increment() }
            }
        #endif
    }
}

enum ActorsOwnMethod: Row {
    static func run() {
        let counter = Counter()
        Task { await counter.start() }
    }
}
