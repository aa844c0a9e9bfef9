// Work of a second work scheduler uses the service of the first one.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'other'; it lives on scheduler 'BL'

import Scheduling
import World

enum SecondWorkScheduler: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            WorkScheduler(name: "other").schedule { box.service.fetchNodes() }
        #else
            let fetcher = World.bound()
            WorkScheduler(name: "other").schedule {
                fetcher.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
