// A synthesised `encode(to:)` would read the storage unchecked.
// stops: compile
// says: a synthesised 'encode(to:)' bypasses the check

import Scheduling
import World

enum SynthesisedCoding {
    #if WRONG
        @Schedulable
        final class Clock: Encodable {
            var ticks = 0
        }
    #else
        @Schedulable
        final class Clock: Encodable {
            var ticks = 0
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(ticks)
            }
        }
    #endif
}
