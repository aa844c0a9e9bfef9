// A struct has the attribute.
// stops: compile
// says: @Schedulable applies to classes: a value has no scheduler, and an actor has its own

import Scheduling
import World

enum SchedulableValue {
    #if WRONG
        @Schedulable
        struct Clock {
            var ticks = 0
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
        }
    #endif
}
