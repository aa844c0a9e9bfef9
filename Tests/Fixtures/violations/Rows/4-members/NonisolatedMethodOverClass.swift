// A `nonisolated` method uses a class that the service keeps.
// stops: hook
// says: Cache.entries was set on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@Schedulable
private final class Cache {
    var entries: [Int] = []
}

@Schedulable
private final class Clock {
    private let cache = Cache()
    nonisolated func reset() { cache.entries = [] }
}

enum NonisolatedMethodOverClass: Row {
    static func run() {
        #if WRONG
            World.smuggled { Clock() }.service.reset()
        #else
            SchedulerBound(on: World.business) { Clock() }.schedule {
                $0.reset()
                World.done()
            }
        #endif
    }
}
