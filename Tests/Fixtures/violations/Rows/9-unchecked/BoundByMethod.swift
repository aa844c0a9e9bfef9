// The class of a service is known only from the method of another object that makes it.
// stops: nothing
// why: the lint resolves the calls of global functions, of methods of `self` and of static methods;
//     it does not know the types of other values
// instead: write the initialiser, or a static method of the class, in the closure that makes the
//     service

import Scheduling
import World

#if WRONG
    private final class PlainClock { var ticks = 0 }
#else
    @Schedulable
    private final class PlainClock { var ticks = 0 }
#endif

private struct ClockMaker {
    func make() -> PlainClock { PlainClock() }
}

enum BoundByMethod: Row {
    static func run() {
        let maker = ClockMaker()
        #if WRONG
            World.smuggled { maker.make() }.service.ticks += 1
            World.done()
        #else
            SchedulerBound(on: World.business) { maker.make() }.schedule {
                $0.ticks += 1
                World.done()
            }
        #endif
    }
}
