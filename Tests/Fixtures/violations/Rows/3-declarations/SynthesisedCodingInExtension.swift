// An extension adds a synthesised `encode(to:)`.
// stops: lint
// says: the synthesised 'encode(to:)' of the @Schedulable class 'Clock' bypasses the check

import Scheduling
import World

enum SynthesisedCodingInExtension {
    @Schedulable
    final class Clock {
        var ticks = 0
    }
}

#if WRONG
    extension SynthesisedCodingInExtension.Clock: Encodable {}
#else
    @SchedulableExtension
    extension SynthesisedCodingInExtension.Clock: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(ticks)
        }
    }
#endif
