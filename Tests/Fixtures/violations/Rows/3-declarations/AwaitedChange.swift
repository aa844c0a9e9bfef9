// An async function changes a property in place, and may write on another scheduler.
// stops: lint
// says: an 'async' call changes the checked property 'names' in place

import Scheduling
import World

enum AwaitedChange {
    #if WRONG
        @Schedulable
        final class Clock { var names: [String] = [] }
        static func fill(_ names: inout [String]) async { names.append("noon") }
        nonisolated(nonsending) static func fill(_ clock: Clock) async {
            await fill(&clock.names)
        }
    #else
        @Schedulable
        final class Clock { var names: [String] = [] }
        static func fill(_ names: inout [String]) async { names.append("noon") }
        nonisolated(nonsending) static func fill(_ clock: Clock) async {
            var names = clock.names
            await fill(&names)
            clock.names = names
        }
    #endif
}
