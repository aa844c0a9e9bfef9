// An extension takes the attribute of the class.
// stops: compile
// says: an extension of a @Schedulable class needs @SchedulableExtension

import Scheduling
import World

enum ClassMacroOnExtension {
    #if WRONG
        @Schedulable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}

#if WRONG
    @Schedulable
    extension ClassMacroOnExtension.Clock {
        func tick() {}
    }
#else
    @SchedulableExtension
    extension ClassMacroOnExtension.Clock {
        func tick() {}
    }
#endif
