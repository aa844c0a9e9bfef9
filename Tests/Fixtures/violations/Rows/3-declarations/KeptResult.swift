// A service keeps the result of a function, which is an unchecked class.
// stops: lint
// says: 'cache' of the service 'Clock' keeps the class 'Cache', which lacks @Schedulable

import Scheduling
import World

enum KeptResult {
    #if WRONG
        final class Cache { var entries: [Int] = [] }
    #else
        @Schedulable
        final class Cache { var entries: [Int] = [] }
    #endif
    static func makeCache() -> Cache { Cache() }
    @Schedulable
    final class Clock {
        let cache = KeptResult.makeCache()
    }
}
