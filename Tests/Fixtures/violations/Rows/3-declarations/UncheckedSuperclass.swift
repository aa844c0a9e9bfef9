// A schedulable class inherits unchecked members.
// stops: lint
// says: 'Quartz' inherits unchecked members of 'Clock', which lacks @Schedulable

import Scheduling
import World

enum UncheckedSuperclass {
    #if WRONG
        class Clock {
            var ticks = 0
        }
        @Schedulable
        final class Quartz: Clock {}
    #else
        @Schedulable
        class Clock {
            var ticks = 0
        }
        @Schedulable
        final class Quartz: Clock {}
    #endif
}
