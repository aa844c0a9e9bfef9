// A property with a wrapper would not be checked.
// stops: compile
// says: a property with a wrapper cannot be checked

import Scheduling
import World

enum WrappedProperty {
    #if WRONG
        @propertyWrapper
        struct Clamped {
            var wrappedValue: Int
        }
        @Schedulable
        final class Clock {
            @Clamped var ticks = 0
        }
    #else
        struct Clamped {
            var value: Int
        }
        @Schedulable
        final class Clock {
            var ticks = Clamped(value: 0)
        }
    #endif
}
