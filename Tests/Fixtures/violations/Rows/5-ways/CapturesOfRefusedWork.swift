// Rejected work releases the service on the caller's scheduler.
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

enum CapturesOfRefusedWork: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled { Connection() }
            nonisolated(unsafe) let connection = box.service
            let io = WorkScheduler(name: "IO")
            io.shutDown()
            let work = { withExtendedLifetime(connection) {} }
            box.release()
            io.schedule(work)
        #else
            let connection = SchedulerBound(on: World.business) { Connection() }
            connection.schedule { _ in World.done() }
        #endif
    }
}
