// An extension uses a property's storage, which is unchecked.
// stops: lint
// says: '_ticks' is the unchecked storage of 'ticks'

import Scheduling
import World

enum StorageInExtension {
    @Schedulable
    final class Clock {
        var ticks = 0
    }
}

@SchedulableExtension
extension StorageInExtension.Clock {
    #if WRONG
        nonisolated var unchecked: Int { _ticks }
    #else
        nonisolated var unchecked: Int { 0 }
    #endif
}
