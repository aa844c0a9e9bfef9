// Work of the business logic runs in parallel on several threads.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Dispatch
import Scheduling
import World

enum ConcurrentPerform: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            World.business.schedule {
                let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
                // Each waits for the other, so that two threads take part.
                DispatchQueue.concurrentPerform(iterations: 2) { index in
                    arrived[1 - index].signal()
                    arrived[index].wait()
                    if Schedulers.current == nil { box.service.fetchNodes() }
                }
            }
        #else
            World.bound().schedule { fetcher in
                for _ in 0..<2 { fetcher.fetchNodes() }
                World.done()
            }
        #endif
    }
}
