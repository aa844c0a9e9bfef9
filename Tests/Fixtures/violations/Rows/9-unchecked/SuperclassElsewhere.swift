// A schedulable class inherits members of a library that was built without the attribute.
// stops: nothing
// why: the lint reads sources, and a macro cannot tell a superclass from a protocol
// instead: keep the library's object in a `private let` of the service instead of inheriting from
//     it

import OldLibrary
import Scheduling
import World

@Schedulable
private final class Job: OldTask {}

enum SuperclassElsewhere: Row {
    static func run() {
        #if WRONG
            let job = World.smuggled { Job() }.service
            job.name = "UI"
            World.done()
        #else
            SchedulerBound(on: World.business) { Job() }.schedule {
                $0.name = "BL"
                World.done()
            }
        #endif
    }
}
