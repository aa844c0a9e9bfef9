// A class declares the conformance that the attribute adds.
// stops: compile
// says: @Schedulable adds the conformance to 'Schedulable'

import Scheduling
import World

enum StatedConformance {
    #if WRONG
        @Schedulable
        final class Clock: Schedulable {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}
