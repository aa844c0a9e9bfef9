// A lazy property would not be checked.
// stops: compile
// says: a lazy property cannot be checked

import Scheduling
import World

enum LazyProperty {
    #if WRONG
        @Schedulable
        final class Clock {
            lazy var zone = 1
        }
    #else
        @Schedulable
        final class Clock {
            private var knownZone: Int?
            func zone() -> Int {
                if knownZone == nil { knownZone = 1 }
                return knownZone ?? 1
            }
        }
    #endif
}
