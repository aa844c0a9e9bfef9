// A `deinit` would run unchecked where the last reference is released.
// stops: compile
// says: 'deinit' is not checked, and runs where the last reference is released

import Scheduling
import World

enum UncheckedDeinit {
    #if WRONG
        @Schedulable
        final class Clock {
            deinit { print("stopped") }
        }
    #else
        @Schedulable
        final class Clock {
            deinit {
                checkScheduler(.release)
                print("stopped")
            }
        }
    #endif
}
