// A local variable is bound to a scheduler, and its value is an unchecked class.
// stops: lint
// says: the class 'Clock' is bound to a scheduler and lacks @Schedulable

import Scheduling
import World

enum BoundVariable {
    #if WRONG
        final class Clock { var ticks = 0 }
    #else
        @Schedulable
        final class Clock { var ticks = 0 }
    #endif
    static func bound() -> SchedulerBound<Clock> {
        SchedulerBound(on: World.business) {
            let clock = Clock()
            clock.ticks = 1
            return clock
        }
    }
}
