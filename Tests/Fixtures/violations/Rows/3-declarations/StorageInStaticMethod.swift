// A static method would use a property's storage, which is unchecked.
// stops: compile
// says: '_ticks' is the unchecked storage of 'ticks': use 'ticks'

import Scheduling
import World

enum StorageInStaticMethod {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = 0
            static func add(_ other: Clock, to clock: Clock) { clock._ticks += other.ticks }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
            static func add(_ other: Clock, to clock: Clock) { clock.ticks += other.ticks }
        }
    #endif
}
