// The owner of a service uses it at the same time as its scheduler.
// stops: hook
// says: on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum ConcurrentlyOnItself: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            World.business.schedule { box.service.limit += 1 }
            box.service.limit += 1
        #else
            let fetcher = World.bound()
            fetcher.schedule { $0.limit += 1 }
            fetcher.schedule {
                $0.limit += 1
                World.done()
            }
        #endif
    }
}
