// A subscript's setter would not be checked.
// stops: compile
// says: 'set' is not checked: its first statement must be 'checkScheduler()'

import Scheduling
import World

enum SubscriptSetter {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = [0]
            subscript(index: Int) -> Int {
                get {
                    checkScheduler()
                    return ticks[index]
                }
                set { ticks[index] = newValue }
            }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = [0]
            subscript(index: Int) -> Int {
                get {
                    checkScheduler()
                    return ticks[index]
                }
                set {
                    checkScheduler(.write)
                    ticks[index] = newValue
                }
            }
        }
    #endif
}
