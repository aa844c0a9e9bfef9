// An extension of a schedulable class lacks the attribute.
// stops: lint
// says: extension of the @Schedulable class 'Clock' lacks @SchedulableExtension

import Scheduling
import World

enum ExtensionWithoutAttribute {
    #if WRONG
        @Schedulable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}

#if WRONG
    extension ExtensionWithoutAttribute.Clock {
        func tick() {}
    }
#else
    @SchedulableExtension
    extension ExtensionWithoutAttribute.Clock {
        func tick() {}
    }
#endif
