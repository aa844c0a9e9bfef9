// A weak reference becomes the last strong one on another scheduler.
// stops: hook
// says: Connection was released on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@Schedulable
private final class Connection {
    deinit {
        checkScheduler(.release)
    }
}

enum WeakReferenceElsewhere: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled { Connection() }
            nonisolated(unsafe) weak let weakly = box.service
            let strongly = weakly
            box.release()
            withExtendedLifetime(strongly) {}
        #else
            let connection = SchedulerBound(on: World.business) { Connection() }
            connection.schedule {
                weak let weakly = $0
                precondition(weakly != nil)
                World.done()
            }
        #endif
    }
}
