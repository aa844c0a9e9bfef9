// A generic function calls the service it is given.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum GenericCaller: Row {
    static func run() {
        #if WRONG
            func refresh(_ fetcher: some NodeFetcher) { fetcher.fetchNodes() }
            refresh(World.smuggled().service)
        #else
            World.bound().schedule {
                func refresh(_ fetcher: some NodeFetcher) { fetcher.fetchNodes() }
                refresh($0)
                World.done()
            }
        #endif
    }
}
