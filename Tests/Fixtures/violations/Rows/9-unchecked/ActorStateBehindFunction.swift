// A function of the program passes on a closure of the main actor, which uses a plain variable.
// stops: nothing
// why: Swift drops the actor of a closure that is passed as `sending`, so that the function has a
//     closure like any other; a plain variable has no check
// instead: give such a function a `@Sendable` closure, whose actor the compiler keeps

import Scheduling
import World

private func later(_ work: sending @escaping () -> Void) { World.business.schedule(work) }

@MainActor private var shown = 0

enum ActorStateBehindFunction: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            later { @MainActor in
                shown += 1
                World.done()
            }
        #else
            MainScheduler.shared.schedule {
                shown += 1
                World.done()
            }
        #endif
    }
}
