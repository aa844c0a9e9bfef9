// Two threads run one virtual scheduler at once.
// stops: hook
// release: trap
// says: virtual scheduler 'clock' is run by two threads at once

import Foundation
import Scheduling
import SchedulingTestKit
import World

enum VirtualSchedulerOfTwoThreads: Row {
    static func run() {
        let clock = VirtualScheduler(name: "clock")
        let fetcher = SchedulerBound(on: clock) { Fetcher() }
        clock.runUntilIdle()
        let isOver = DispatchSemaphore(value: 0)
        clock.enter {
            Thread {
                #if WRONG
                    try? clock.enter { try fetcher.get(in: $0).fetchNodes() }
                #else
                    fetcher.schedule { $0.fetchNodes() }
                #endif
                isOver.signal()
            }.start()
            isOver.wait()
        }
        clock.runUntilIdle()
        World.done()
    }
}
