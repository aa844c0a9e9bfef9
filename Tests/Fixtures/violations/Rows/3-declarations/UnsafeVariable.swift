// A `nonisolated(unsafe)` property would not be checked.
// stops: compile
// says: a 'nonisolated(unsafe)' variable is not checked

import Scheduling
import World

enum UnsafeVariable {
    #if WRONG
        @Schedulable
        final class Clock {
            nonisolated(unsafe) var ticks = 0
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
        }
    #endif
}
