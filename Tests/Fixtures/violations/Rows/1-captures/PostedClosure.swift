// A closure is posted where a work item is expected.
// stops: compile
// says: post takes a WorkItem: use schedule

import Scheduling
import World

enum PostedClosure: Row {
    static func run() {
        #if WRONG
            _ = World.business.post { World.done() }
        #else
            World.business.schedule { World.done() }
        #endif
    }
}
