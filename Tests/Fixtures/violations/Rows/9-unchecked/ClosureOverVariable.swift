// A closure over a local variable is called on another scheduler.
// stops: nothing
// why: the variable does not belong to an object that could be pinned; the same applies to a
//     closure or a structure as a service
// instead: take `@Sendable` closures from callers; keep state in a `@Schedulable` class

import Scheduling
import World

private func counter() -> () -> Int {
    var count = 0
    return {
        count += 1
        return count
    }
}

enum ClosureOverVariable: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled { counter() }
            precondition(box.service() == 1)
            World.done()
        #else
            SchedulerBound(on: World.business) { counter() }.schedule {
                precondition($0() == 1)
                World.done()
            }
        #endif
    }
}
