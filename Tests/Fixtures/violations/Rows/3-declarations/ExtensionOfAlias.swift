// An extension of a schedulable class's alias lacks the attribute.
// stops: lint
// says: extension of the @Schedulable class 'Watch' lacks @SchedulableExtension

import Scheduling
import World

enum ExtensionOfAlias {
    typealias Watch = Clock

    #if WRONG
        @Schedulable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}

#if WRONG
    extension ExtensionOfAlias.Watch {
        func tick() {}
    }
#else
    @SchedulableExtension
    extension ExtensionOfAlias.Watch {
        func tick() {}
    }
#endif
