// A call that waits for a service runs code of the main actor.
// stops: hook
// says: a closure of MainActor was given to a scheduler

import Scheduling
import Signals
import World

enum ActorInWait: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            let presenter = Presenter()
            let handle = World.bound()
            _ = try? handle.wait { @MainActor _ in presenter.shown }
        #else
            _ = try? World.bound().wait { $0.limit }
            World.done()
        #endif
    }
}
