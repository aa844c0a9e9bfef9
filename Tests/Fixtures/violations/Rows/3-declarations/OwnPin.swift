// A class declares its own pin.
// stops: compile
// says: 'schedulerPin' belongs to the library: a member of the class would replace its check

import Scheduling
import World

enum OwnPin {
    #if WRONG
        @Schedulable
        final class Clock {
            var schedulerPin: SchedulerPin { SchedulerPin() }
        }
    #else
        @Schedulable
        final class Clock {}
    #endif
}
