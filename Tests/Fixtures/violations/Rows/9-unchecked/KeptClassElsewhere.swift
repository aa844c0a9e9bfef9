// A service keeps an object of a library that was built without the attribute.
// stops: nothing
// why: the lint reads only the modules that use `Scheduling`, so not `Foundation`; a `let` is not
//     checked
// instead: make the property private, and access the object through methods of the service

import OldLibrary
import Scheduling
import World

@Schedulable
private final class Worker {
    let task = OldTask()
    func rename(_ name: String) { task.name = name }
}

enum KeptClassElsewhere: Row {
    static func run() {
        #if WRONG
            World.smuggled { Worker() }.service.task.name = "UI"
            World.done()
        #else
            SchedulerBound(on: World.business) { Worker() }.schedule {
                $0.rename("BL")
                World.done()
            }
        #endif
    }
}
