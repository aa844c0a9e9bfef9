// The closure of a cold signal keeps a variable, and runs on another scheduler.
// stops: nothing
// why: a cold signal is a closure, and belongs to no scheduler before it is subscribed to
// instead: keep the state in a `@Schedulable` class that the closure uses; its check then detects
//     the subscription

import Scheduling
import Signals
import World

private func counted() -> Signal<Int, Never> {
    var count = 0
    return Signal { observer in
        count += 1
        observer.send(count)
    }
}

enum ColdSignalState: Row {
    static func run() {
        #if WRONG
            World.smuggled { counted() }.service.observe { _ in World.done() }
        #else
            SchedulerBound(on: World.business) { counted() }.schedule {
                $0.observe { _ in World.done() }
            }
        #endif
    }
}
