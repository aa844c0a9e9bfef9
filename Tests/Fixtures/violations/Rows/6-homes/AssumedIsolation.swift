// An actor of the business logic is assumed to be the caller's.
// stops: hook
// release: trap
// says: Incorrect actor executor assumption; Expected same executor as World.BusinessActor

import Scheduling
import World

enum AssumedIsolation: Row {
    static func run() {
        #if WRONG
            let actor = BusinessActor()
            actor.assumeIsolated { $0.fetch() }
        #else
            let actor = BusinessActor()
            World.business.schedule {
                actor.assumeIsolated { $0.fetch() }
                World.done()
            }
        #endif
    }
}
