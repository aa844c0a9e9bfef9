// A subject bypasses the compiler, and sends a value on another scheduler.
// stops: hook
// says: Subject<Int, Never>.send(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    subject.schedule { $0.send(…) }

import Scheduling
import Signals
import World

enum SubjectTold: Row {
    static func run() {
        #if WRONG
            World.smuggled { Subject<Int, Never>() }.service.send(1)
        #else
            let subject = SchedulerBound(on: World.business) { Subject<Int, Never>() }
            subject.schedule {
                $0.send(1)
                World.done()
            }
        #endif
    }
}
