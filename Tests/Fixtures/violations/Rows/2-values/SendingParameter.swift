// The service is passed as `sending`, and used afterwards.
// stops: compile
// says: sending 'fetcher' risks causing data races

import Scheduling
import World

enum SendingParameter {
    #if WRONG
        static func give(_ fetcher: sending Fetcher) {}
        static func wrong(_ fetcher: Fetcher) {
            give(fetcher)
            fetcher.fetchNodes()
        }
    #else
        static func give(_ fetcher: sending Fetcher) {}
        static func right() {
            let fetcher = Fetcher()
            give(fetcher)
        }
    #endif
}
