// A disposable gets past the compiler, and gets more content elsewhere.
// stops: correct

import Scheduling
import Signals
import World

enum ContentAddedElsewhere: Row {
    static func run() {
        let box = World.smuggled {
            Disposable {
                precondition(World.business.isCurrent, "teardown runs on another scheduler")
                World.done()
            }
        }
        #if WRONG
            box.service.add(Disposable {})
        #endif
        World.business.schedule { box.service.dispose() }
    }
}
