// A mutating async method changes a property in place, and may write on another scheduler.
// stops: lint
// says: an 'async' call changes the checked property 'list' in place

import Scheduling
import World

enum AwaitedMutation {
    #if WRONG
        struct List {
            var names: [String] = []
            mutating func load() async { names.append("noon") }
        }
    #else
        struct List {
            var names: [String] = []
            nonisolated(nonsending) mutating func load() async { names.append("noon") }
        }
    #endif
    @Schedulable
    final class Clock {
        var list = List()
        nonisolated(nonsending) func loadAll() async { await list.load() }
    }
}
