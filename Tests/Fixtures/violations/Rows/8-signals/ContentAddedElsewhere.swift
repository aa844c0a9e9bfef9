// A disposable bypasses the compiler, and receives content on another scheduler.
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
