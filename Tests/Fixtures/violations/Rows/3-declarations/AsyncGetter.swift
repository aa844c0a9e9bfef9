// An async getter would leave its caller's scheduler.
// stops: compile
// says: an 'async' getter runs outside of the scheduler

import Scheduling
import World

enum AsyncGetter {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks: Int { get async { 1 } }
        }
    #else
        @Schedulable
        final class Clock {
            nonisolated(nonsending) func ticks() async -> Int { 1 }
        }
    #endif
}
