// An async method is awaited on the wrong scheduler.
// stops: hook
// says: Fetcher.load() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

enum AwaitedMethod: Row {
    static func run() {
        #if WRONG
            let smuggled = World.smuggled()
            Task { @MainActor in _ = await smuggled.service.load() }
        #else
            let actor = BusinessActor()
            Task {
                _ = await actor.load()
                World.done()
            }
        #endif
    }
}
