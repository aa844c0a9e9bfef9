// The signal of a job's run bypasses the compiler, and is subscribed to on another scheduler.
// stops: hook
// says: Signal<Int, Never>.observe(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum RunObservedElsewhere: Row {
    static func run() {
        let box = World.smuggled { Job<Int, Never> { .never }.execute() }
        #if WRONG
            box.service.observe { _ in }
        #else
            World.business.schedule {
                box.service.observe { _ in }
                World.done()
            }
        #endif
    }
}
