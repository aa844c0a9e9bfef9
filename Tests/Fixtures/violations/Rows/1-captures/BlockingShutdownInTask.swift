// A task blocks its thread until a scheduler has ended.
// stops: compile
// says: instance method 'shutDownAndWait' is unavailable from asynchronous contexts

import Scheduling
import World

enum BlockingShutdownInTask: Row {
    static func run() {
        let business = World.business
        Task {
            #if WRONG
                _ = try business.shutDownAndWait()
            #else
                business.shutDown()
                _ = await business.finished()
                World.done()
            #endif
        }
    }
}
