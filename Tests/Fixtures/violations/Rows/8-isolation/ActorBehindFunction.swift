// A function of the program passes on a closure, and loses the actor of the closure.
// stops: hook
// says: Presenter.show() was called on scheduler 'BL'

import Scheduling
import Signals
import World

private func later(_ work: sending @escaping () -> Void) { World.business.schedule(work) }

enum ActorBehindFunction: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            let presenter = Presenter()
            later { @MainActor in
                presenter.show()
                World.done()
            }
        #else
            MainScheduler.shared.schedule { World.done() }
        #endif
    }
}
