// A method is called through a protocol.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum Witness: Row {
    static func run() {
        #if WRONG
            let fetcher: any NodeFetcher = World.smuggled().service
            fetcher.fetchNodes()
        #else
            let fetcher = SchedulerBound<any NodeFetcher>(on: World.business) { Fetcher() }
            fetcher.schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
