// A subclass of a schedulable class lacks the attribute.
// stops: lint
// says: 'Quartz' inherits from the @Schedulable class 'Clock' and lacks @Schedulable

import Scheduling
import World

enum SubclassWithoutAttribute {
    #if WRONG
        @Schedulable
        class Clock {}
        final class Quartz: Clock {
            var ticks = 0
        }
    #else
        @Schedulable
        class Clock {}
        @Schedulable
        final class Quartz: Clock {
            var ticks = 0
        }
    #endif
}
