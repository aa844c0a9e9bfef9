// The ticket of a run bypasses the compiler, and is finished on another scheduler.
// stops: hook
// says: JobTicket.finish() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum TicketFinishedElsewhere: Row {
    static func run() {
        let box = World.smuggled { JobTicket {} }
        #if WRONG
            box.service.finish()
        #else
            World.business.schedule {
                box.service.finish()
                World.done()
            }
        #endif
    }
}
