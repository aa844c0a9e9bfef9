// The deinit of an object uses what was sent to another scheduler before.
// stops: nothing
// why: the compiler does not count the end of an object's life as a use of what the object keeps
// instead: release the object before you send what its deinit uses

import Scheduling
import Signals
import World

private final class Counter {
    var count = 0
}

enum UseInDeinit: Row {
    static func run() {
        MainActor.assumeIsolated { begin() }
    }

    @MainActor private static func begin() {
        #if WRONG
            World.business.schedule {
                let counter = Counter()
                let token = ScopedDisposable(Disposable { counter.count += 1 })
                _ = MainScheduler.shared.post(
                    WorkItem(
                        {
                            counter.count += 1
                            World.done()
                        }, provenance: nil))
                _ = token
            }
        #else
            World.business.schedule {
                let counter = Counter()
                counter.count += 1
                World.done()
            }
        #endif
    }
}
