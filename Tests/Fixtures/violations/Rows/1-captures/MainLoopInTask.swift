// A task serves the main scheduler, which blocks the task's thread.
// stops: compile
// says: instance method 'run' is unavailable from asynchronous contexts

import Scheduling
import World

enum MainLoopInTask: Row {
    static func run() {
        #if WRONG
            Task {
                MainScheduler.shared.run()
            }
        #else
            MainScheduler.shared.run()
        #endif
    }
}
