// Another macro would add unchecked members.
// stops: compile
// says: members that '@Observable' adds cannot be checked

import Observation
import Scheduling
import World

enum MembersOfAnotherMacro {
    #if WRONG
        @Schedulable
        @Observable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
        }
    #endif
}
