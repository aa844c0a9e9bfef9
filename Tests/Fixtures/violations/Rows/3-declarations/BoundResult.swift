// The result of a function is bound to a scheduler, and is an unchecked class.
// stops: lint
// says: the class 'Clock' is bound to a scheduler and lacks @Schedulable

import Scheduling
import World

enum BoundResult {
    #if WRONG
        final class Clock { var ticks = 0 }
    #else
        @Schedulable
        final class Clock { var ticks = 0 }
    #endif
    static func makeClock() -> Clock { Clock() }
    static func bound() -> SchedulerBound<Clock> {
        SchedulerBound(on: World.business) { makeClock() }
    }
}
