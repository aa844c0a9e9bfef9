// A static method uses the instances that it is given.
// stops: hook
// says: Clock.ticks was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@Schedulable
private final class Clock {
    var ticks = 0
    static func sum(of clocks: [Clock]) -> Int { clocks.reduce(0) { $0 + $1.ticks } }
}

enum StaticMethodWithInstances: Row {
    static func run() {
        #if WRONG
            print(Clock.sum(of: [World.smuggled { Clock() }.service]))
        #else
            SchedulerBound(on: World.business) { Clock() }.schedule {
                precondition(Clock.sum(of: [$0]) == 0)
                World.done()
            }
        #endif
    }
}
