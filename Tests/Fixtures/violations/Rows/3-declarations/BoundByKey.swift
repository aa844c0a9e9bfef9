// A module binds a key to a class without the attribute.
// stops: lint
// says: the class 'Clock' is bound to a scheduler and lacks @Schedulable

import Composition
import Scheduling
import World

enum BoundByKey {
    #if WRONG
        final class Clock { var ticks = 0 }
    #else
        @Schedulable
        final class Clock { var ticks = 0 }
    #endif
    enum ClockKey: ServiceKey {
        typealias Service = Clock
        static let role = SchedulerRole.business
    }
    struct ClockModule: Module {
        func load(_ plan: ServicePlan) {
            plan.bind(ClockKey.self) { Clock() }
        }
    }
}
