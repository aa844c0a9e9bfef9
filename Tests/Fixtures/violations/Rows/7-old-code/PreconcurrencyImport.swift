// A module imported with `@preconcurrency` calls back on any thread.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

@preconcurrency import OldLibrary
import Scheduling
import World

enum PreconcurrencyImport: Row {
    static func run() {
        #if WRONG
            let fetcher: Fetcher = World.smuggled().service
            callBack { fetcher.fetchNodes() }
        #else
            let fetcher = World.bound()
            callBack {
                fetcher.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
