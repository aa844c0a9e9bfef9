// A service keeps an unchecked class.
// stops: lint
// says: 'cache' of the service 'Clock' keeps the class 'Cache', which lacks @Schedulable

import Scheduling
import World

enum KeptClass {
    #if WRONG
        final class Cache { var entries: [Int] = [] }
        @Schedulable
        final class Clock {
            let cache = Cache()
        }
    #else
        @Schedulable
        final class Cache { var entries: [Int] = [] }
        @Schedulable
        final class Clock {
            let cache = Cache()
        }
    #endif
}
