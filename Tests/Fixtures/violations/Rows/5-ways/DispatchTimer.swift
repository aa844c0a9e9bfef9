// A Dispatch timer fires on a queue that is not a scheduler.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Dispatch
import Scheduling
import World

private nonisolated(unsafe) var ended: (any DispatchSourceTimer)?

enum DispatchTimer: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.setEventHandler { box.service.fetchNodes() }
            timer.schedule(deadline: .now())
            timer.activate()
            ended = timer
        #else
            World.business.schedule(after: .milliseconds(1)) {
                Fetcher().fetchNodes()
                World.done()
            }
        #endif
    }
}
