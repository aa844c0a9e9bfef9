// Work of the business logic assumes that it is the main actor's.
// stops: hook

import Scheduling
import World

enum AssumedMainActor: Row {
    static func run() {
        #if WRONG
            World.business.schedule { MainActor.assumeIsolated { Presenter().show() } }
        #else
            MainScheduler.shared.schedule { @MainActor in
                Presenter().show()
                World.done()
            }
        #endif
    }
}
