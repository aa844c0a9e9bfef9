// Two schedulers share a thread, and the service lives on the other one.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'second'; it lives on scheduler 'first'

import Scheduling
import SchedulingTestKit
import World

enum VirtualOnSameThread: Row {
    static func run() {
        #if WRONG
            let fetcher = VirtualScheduler(name: "first").enter { Fetcher() }
            VirtualScheduler(name: "second").enter { fetcher.fetchNodes() }
        #else
            let first = VirtualScheduler(name: "first")
            let fetcher = first.enter { Fetcher() }
            first.enter { fetcher.fetchNodes() }
            World.done()
        #endif
    }
}
