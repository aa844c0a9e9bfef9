// A service is declared Sendable.
// stops: compile
// says: 'Clock' lives on one scheduler, so it cannot be Sendable: pass SchedulerBound<Clock>

import Scheduling
import World

enum SendableService {
    #if WRONG
        @Schedulable
        final class Clock: Sendable {
            let zone = 0
        }
    #else
        @Schedulable
        final class Clock {
            let zone = 0
        }
    #endif
}
