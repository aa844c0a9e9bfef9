// An async function changes a property through a key path, and writes on another scheduler.
// stops: hook
// says: Fetcher.names was set on a thread without a scheduler; it lives on scheduler 'UI'

import Scheduling
import World

enum AwaitedKeyPath: Row {
    private static func fill(_ names: inout [String]) async { names.append("noon") }

    private nonisolated(nonsending) static func fill(_ fetcher: Fetcher) async {
        #if WRONG
            await fill(&fetcher[keyPath: \.names])
        #else
            var names = fetcher.names
            await fill(&names)
            fetcher.names = names
        #endif
    }

    static func run() {
        Task { @MainActor in
            await fill(Fetcher())
            World.done()
        }
    }
}
