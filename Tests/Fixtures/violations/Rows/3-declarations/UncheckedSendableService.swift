// A service is declared Sendable without the compiler's check.
// stops: compile
// says: 'Clock' lives on one scheduler, so it cannot be Sendable: pass SchedulerBound<Clock>

import Scheduling
import World

enum UncheckedSendableService {
    #if WRONG
        @Schedulable
        final class Clock: @unchecked Sendable {
            var ticks = 0
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
        }
    #endif
}
