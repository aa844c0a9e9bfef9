// A method passes a property of its own class to an async function that changes it in place.
// stops: lint
// says: an 'async' call changes the checked property 'names' in place

import Scheduling
import World

enum AwaitedChangeOfSelf {
    #if WRONG
        @Schedulable
        final class Clock {
            var names: [String] = []
            nonisolated(nonsending) func fillAll() async {
                await fill(&names)
            }
        }
    #else
        @Schedulable
        final class Clock {
            var names: [String] = []
            nonisolated(nonsending) func fillAll() async {
                var names = names
                await fill(&names)
                self.names = names
            }
        }
    #endif
    static func fill(_ names: inout [String]) async { names.append("noon") }
}
