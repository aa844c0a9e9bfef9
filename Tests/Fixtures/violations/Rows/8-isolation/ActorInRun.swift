// A call of a service with a result runs code of the main actor.
// stops: hook
// says: a closure of MainActor was given to a scheduler

import Scheduling
import Signals
import World

enum ActorInRun: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            let presenter = Presenter()
            let handle = World.bound()
            Task { _ = try? await handle.run { @MainActor _ in presenter.shown } }
        #else
            let handle = World.bound()
            Task {
                _ = try? await handle.run { $0.limit }
                World.done()
            }
        #endif
    }
}
