// A `nonisolated(unsafe)` static variable would share services with all threads.
// stops: compile
// says: a 'nonisolated(unsafe)' variable is not checked

import Scheduling
import World

enum UnsafeStaticVariable {
    #if WRONG
        @Schedulable
        final class Clock {
            static nonisolated(unsafe) var shared: [String: Clock] = [:]
        }
    #else
        @Schedulable
        final class Clock {
            static let shared = Guarded<[String: SchedulerBound<Clock>]>([:])
        }
    #endif
}
