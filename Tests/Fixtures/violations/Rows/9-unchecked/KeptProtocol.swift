// A service receives an unchecked object behind a protocol, and keeps it.
// stops: nothing
// why: the declaration of the property does not name the class; the lint does not know the types of
//     values
// instead: write `@Schedulable` on each class that conforms to the protocol of a neighbour

import Scheduling
import World

private protocol Cache: AnyObject {
    var entries: [Int] { get set }
}

#if WRONG
    private final class MemoryCache: Cache { var entries: [Int] = [] }
#else
    @Schedulable
    private final class MemoryCache: Cache { var entries: [Int] = [] }
#endif

@Schedulable
private final class CachingClock {
    let cache: any Cache
    init(cache: any Cache) { self.cache = cache }
}

enum KeptProtocol: Row {
    static func run() {
        #if WRONG
            let clock = World.smuggled { CachingClock(cache: MemoryCache()) }.service
            clock.cache.entries.append(1)
            World.done()
        #else
            SchedulerBound(on: World.business) { CachingClock(cache: MemoryCache()) }.schedule {
                $0.cache.entries.append(1)
                World.done()
            }
        #endif
    }
}
