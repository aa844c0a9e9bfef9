// The direct accessor of a handle is used on another scheduler.
// stops: hook
// says: Fetcher lives on scheduler 'BL' and was asked for directly from scheduler 'UI'

import Scheduling
import World

enum DirectAccess: Row {
    static func run() {
        #if WRONG
            World.bound().here.fetchNodes()
        #else
            let fetcher = World.bound()
            World.business.schedule {
                fetcher.here.fetchNodes()
                World.done()
            }
        #endif
    }
}
