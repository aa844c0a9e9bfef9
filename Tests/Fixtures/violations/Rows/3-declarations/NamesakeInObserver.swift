// A property's observer declares another variable with the property's name.
// stops: compile
// says: an observer of 'ticks' cannot be checked if it declares another 'ticks'

import Scheduling
import World

enum NamesakeInObserver {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks: Int? {
                didSet { if let ticks { self.ticks = min(ticks, 10) } }
            }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks: Int? {
                didSet { if let many = ticks { ticks = min(many, 10) } }
            }
        }
    #endif
}
