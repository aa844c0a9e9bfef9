// A service is made on the caller's scheduler, and passed to another one.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'BL'; it lives on scheduler 'UI'

import Scheduling
import World

private nonisolated(unsafe) var kept: SchedulerBound<Fetcher>?

enum MadeOnTheCaller: Row {
    static func run() {
        #if WRONG
            let fetcher = Fetcher()
            let bound = SchedulerBound(on: World.business) { fetcher }
            bound.schedule { $0.fetchNodes() }
            kept = bound
        #else
            let bound = SchedulerBound(on: World.business) { Fetcher() }
            bound.schedule {
                $0.fetchNodes()
                World.done()
            }
            kept = bound
        #endif
    }
}
