// An extension declares a service Sendable.
// stops: lint
// says: the @Schedulable class 'Clock' is declared Sendable

import Scheduling
import World

enum SendableExtension {
    #if WRONG
        @Schedulable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}

#if WRONG
    extension SendableExtension.Clock: @unchecked Sendable {}
#else
    extension SendableExtension.Clock: CustomStringConvertible {
        nonisolated var description: String { "clock" }
    }
#endif
