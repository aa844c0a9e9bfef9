// A computed property would not be checked.
// stops: compile
// says: 'get' is not checked: its first statement must be 'checkScheduler()'

import Scheduling
import World

enum ComputedProperty {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = 0
            var isRunning: Bool { ticks > 0 }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
            var isRunning: Bool {
                checkScheduler()
                return ticks > 0
            }
        }
    #endif
}
