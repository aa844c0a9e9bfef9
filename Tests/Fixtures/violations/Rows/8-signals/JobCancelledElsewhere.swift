// A job bypasses the compiler, and is cancelled on another scheduler.
// stops: hook
// says: Job<Int, Never>.cancel() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum JobCancelledElsewhere: Row {
    static func run() {
        let box = World.smuggled { Job<Int, Never> { .never } }
        #if WRONG
            box.service.cancel()
        #else
            World.business.schedule {
                box.service.cancel()
                World.done()
            }
        #endif
    }
}
