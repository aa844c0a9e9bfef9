// A class declares its own check.
// stops: compile
// says: 'checkScheduler' belongs to the library: a member of the class would replace its check

import Scheduling
import World

enum OwnCheck {
    #if WRONG
        @Schedulable
        final class Clock {
            nonisolated func checkScheduler() {}
        }
    #else
        @Schedulable
        final class Clock {}
    #endif
}
