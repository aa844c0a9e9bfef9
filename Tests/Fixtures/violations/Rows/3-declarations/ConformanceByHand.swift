// A class is pinned by hand instead of by the attribute.
// stops: lint
// says: 'Clock' conforms to 'Schedulable' by hand

import Scheduling
import World

enum ConformanceByHand {
    #if WRONG
        final class Clock: Schedulable {
            var schedulerPin: SchedulerPin { SchedulerPin() }
        }
    #else
        @Schedulable
        final class Clock {}
    #endif
}
