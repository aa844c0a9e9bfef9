// A service is made on a thread without a scheduler.
// stops: hook
// says: Fetcher was made on a thread without a scheduler: a service belongs to the scheduler it is
//     made on

import Dispatch
import Scheduling
import World

enum MadeOutside: Row {
    static func run() {
        #if WRONG
            DispatchQueue.global().async { _ = Fetcher() }
        #else
            let fetcher = SchedulerBound(on: World.business) { Fetcher() }
            fetcher.schedule { _ in World.done() }
        #endif
    }
}
