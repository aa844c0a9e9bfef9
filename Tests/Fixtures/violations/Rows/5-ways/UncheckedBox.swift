// A box that is Sendable without the compiler's check carries the service.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Dispatch
import Scheduling
import World

enum UncheckedBox: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            DispatchQueue.global().async { box.service.fetchNodes() }
        #else
            let fetcher = World.bound()
            DispatchQueue.global().async {
                fetcher.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
