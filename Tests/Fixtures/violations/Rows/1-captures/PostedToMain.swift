// Work of the business logic passes its service to the main scheduler.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Scheduling
import World

enum PostedToMain {
    #if WRONG
        static func wrong(_ fetcher: Fetcher) {
            MainScheduler.shared.schedule { fetcher.fetchNodes() }
            fetcher.fetchNodes()
        }
    #else
        static func right(_ fetcher: Fetcher) {
            let names = fetcher.names
            MainScheduler.shared.schedule { print(names) }
        }
    #endif
}
