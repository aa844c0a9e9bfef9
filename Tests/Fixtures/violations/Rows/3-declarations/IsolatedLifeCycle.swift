// A class of the main actor conforms to `ServiceLifeCycle` on the main actor only.
// stops: compile
// says: cannot form main actor-isolated conformance of 'IsolatedLifeCycle.Player' to
//     SendableMetatype-inheriting protocol 'ServiceLifeCycle'

import Composition
import World

enum IsolatedLifeCycle {
    #if WRONG
        @MainActor
        final class Player: @MainActor ServiceLifeCycle {
            func stop() async {}
        }
    #else
        @MainActor
        final class Player: ServiceLifeCycle {
            nonisolated(nonsending) func stop() async {}
        }
    #endif
}
