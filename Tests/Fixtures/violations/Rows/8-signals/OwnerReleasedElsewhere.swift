// An owner of the main actor is released by work of the business logic.
// stops: correct

import Scheduling
import Signals
import World

@MainActor
private final class Screen {
    let lifetime = Disposable()

    init() {
        lifetime.add {
            precondition(MainScheduler.shared.isCurrent, "teardown runs on another scheduler")
            World.done()
        }
    }
}

enum OwnerReleasedElsewhere: Row {
    static func run() {
        MainScheduler.shared.schedule { @MainActor in
            let screen = Screen()
            #if WRONG
                World.business.schedule { withExtendedLifetime(screen) {} }
            #else
                screen.lifetime.dispose()
            #endif
        }
    }
}
