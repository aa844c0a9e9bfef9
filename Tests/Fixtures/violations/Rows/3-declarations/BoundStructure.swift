// A structure that is bound to a scheduler keeps an unchecked class.
// stops: lint
// says: the structure 'Clock' is bound to a scheduler and keeps the class 'Face', which lacks
//     @Schedulable

import Scheduling
import World

enum BoundStructure {
    #if WRONG
        final class Face { var ticks = 0 }
        struct Clock { let face = Face() }
        static func bound() -> SchedulerBound<Clock> {
            SchedulerBound(on: World.business) { Clock() }
        }
    #else
        @Schedulable
        final class Face { var ticks = 0 }
        struct Clock { let face = Face() }
        static func bound() -> SchedulerBound<Clock> {
            SchedulerBound(on: World.business) { Clock() }
        }
    #endif
}
