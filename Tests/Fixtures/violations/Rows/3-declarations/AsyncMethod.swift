// An async method would leave its caller's scheduler.
// stops: compile
// says: an 'async' method leaves its caller's scheduler: write 'nonisolated(nonsending)' before
//     'func'

import Scheduling
import World

enum AsyncMethod {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = 0
            func tick() async { ticks += 1 }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
            nonisolated(nonsending) func tick() async { ticks += 1 }
        }
    #endif
}
