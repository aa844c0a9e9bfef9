// An actor returns its service.
// stops: compile
// says: non-Sendable type 'Fetcher' of property 'fetcher' cannot exit actor-isolated context

import Scheduling
import World

enum ActorResult {
    #if WRONG
        actor Owner {
            let fetcher = Fetcher()
        }
        static func wrong(_ owner: Owner) async {
            await owner.fetcher.fetchNodes()
        }
    #else
        actor Owner {
            let fetcher = Fetcher()
            func fetch() { fetcher.fetchNodes() }
        }
        static func right(_ owner: Owner) async {
            await owner.fetch()
        }
    #endif
}
