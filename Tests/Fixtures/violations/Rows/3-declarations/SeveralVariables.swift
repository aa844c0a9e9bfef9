// Two properties in one declaration would not be checked.
// stops: compile
// says: a checked property must be declared alone

import Scheduling
import World

enum SeveralVariables {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = 0, tocks = 0
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
            var tocks = 0
        }
    #endif
}
