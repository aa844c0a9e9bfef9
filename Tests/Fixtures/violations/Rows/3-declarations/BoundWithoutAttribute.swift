// A class without the attribute is bound to a scheduler.
// stops: lint
// says: the class 'Clock' is bound to a scheduler and lacks @Schedulable

import Scheduling
import World

enum BoundWithoutAttribute {
    #if WRONG
        final class Clock { var ticks = 0 }
        static func bound() -> SchedulerBound<Clock> {
            SchedulerBound(on: World.business) { Clock() }
        }
    #else
        @Schedulable
        final class Clock { var ticks = 0 }
        static func bound() -> SchedulerBound<Clock> {
            SchedulerBound(on: World.business) { Clock() }
        }
    #endif
}
