// The executor of jobs bypasses the compiler, and its tickets are reclaimed on another scheduler.
// stops: hook
// says: LimitedExecutor.reclaim() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum TicketsReclaimedElsewhere: Row {
    static func run() {
        let box = World.smuggled { LimitedExecutor(limit: 1) }
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
