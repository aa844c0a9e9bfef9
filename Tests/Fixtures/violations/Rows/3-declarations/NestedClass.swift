// A nested class would not be checked.
// stops: compile
// says: 'Cursor' is inside a checked class and is not checked itself

import Scheduling
import World

enum NestedClass {
    #if WRONG
        @Schedulable
        final class Clock {
            final class Cursor { var position = 0 }
        }
    #else
        @Schedulable
        final class Clock {
            @Schedulable
            final class Cursor { var position = 0 }
        }
    #endif
}
