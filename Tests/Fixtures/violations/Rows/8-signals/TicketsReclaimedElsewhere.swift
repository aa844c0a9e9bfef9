// The executor of jobs gets past the compiler, and its tickets are reclaimed elsewhere.
// stops: hook
// says: BoundedExecutor.reclaim() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum TicketsReclaimedElsewhere: Row {
    static func run() {
        let box = World.smuggled { BoundedExecutor(limit: 1) }
        #if WRONG
            _ = box.service.reclaim()
        #else
            World.business.schedule {
                _ = box.service.reclaim()
                World.done()
            }
        #endif
    }
}
