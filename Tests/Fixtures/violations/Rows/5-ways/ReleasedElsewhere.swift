// The last reference to a service is released on another scheduler.
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

enum ReleasedElsewhere: Row {
    static func run() {
        #if WRONG
            World.smuggled { Connection() }.release()
        #else
            let connection = SchedulerBound(on: World.business) { Connection() }
            connection.schedule { _ in }
            World.business.schedule { World.done() }
        #endif
    }
}
