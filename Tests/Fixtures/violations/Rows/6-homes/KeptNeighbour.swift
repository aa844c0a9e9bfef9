// A test stores a neighbour of a virtual scheduler in a variable outside of the scheduler.
// stops: compile
// says: mutation of captured var 'neighbour' in concurrently-executing code

import Scheduling
import SchedulingTestKit
import World

enum KeptNeighbour: Row {
    static func run() {
        let clock = VirtualScheduler()
        let fetcher = SchedulerBound(on: clock) { Fetcher() }
        clock.runUntilIdle()
        #if WRONG
            var neighbour: Fetcher?
            try? clock.enter { neighbour = try fetcher.get(in: $0) }
            neighbour?.fetchNodes()
        #else
            try? clock.enter { try fetcher.get(in: $0).fetchNodes() }
            World.done()
        #endif
    }
}
