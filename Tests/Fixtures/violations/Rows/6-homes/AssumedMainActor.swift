// Work of the business logic assumes that it is the main actor's.
// stops: hook
// release: trap
// says: the next call assumes the main actor

import Scheduling
import World

enum AssumedMainActor: Row {
    static func run() {
        #if WRONG
            World.business.schedule {
                // The runtime's own check traps without a word.
                World.say("the next call assumes the main actor")
                MainActor.assumeIsolated { Presenter().show() }
            }
        #else
            MainScheduler.shared.schedule { @MainActor in
                Presenter().show()
                World.done()
            }
        #endif
    }
}
