// The direct accessor of a handle is used on another scheduler.
// stops: hook
// release: trap
// says: Fetcher lives on scheduler 'BL' and was accessed directly from scheduler 'UI'

import Scheduling
import World

enum DirectAccess: Row {
    static func run() {
        #if WRONG
            let fetcher = World.bound()
            _ = SchedulerBound(on: MainScheduler.shared) { try fetcher.get(in: $0).fetchNodes() }
        #else
            let fetcher = World.bound()
            fetcher.schedule { _, isolation in
                try? fetcher.get(in: isolation).fetchNodes()
                World.done()
            }
        #endif
    }
}
