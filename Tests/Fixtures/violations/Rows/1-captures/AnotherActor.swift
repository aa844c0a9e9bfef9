// The service is passed to an actor.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Scheduling
import World

enum AnotherActor {
    #if WRONG
        static func wrong(_ fetcher: Fetcher, _ actor: BusinessActor) async {
            await actor.keep(fetcher)
            fetcher.fetchNodes()
        }
    #else
        static func right(_ actor: BusinessActor) async {
            await actor.fetch()
        }
    #endif
}
