// A closure that the service returned is called on another scheduler.
// stops: hook
// says: Fetcher.limit was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

private struct Counter {
    let fetcher: Fetcher
    let count: () -> Int
}

enum ReturnedClosure: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled {
                let fetcher = Fetcher()
                return Counter(fetcher: fetcher, count: fetcher.counter())
            }
            _ = box.service.count()
        #else
            World.bound().schedule {
                _ = $0.counter()()
                World.done()
            }
        #endif
    }
}
