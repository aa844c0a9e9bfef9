// The service is a task-local value.
// stops: compile
// says: type 'Fetcher' does not conform to the 'Sendable' protocol

import Scheduling
import World

enum TaskLocalValue {
    #if WRONG
        @TaskLocal static var fetcher: Fetcher?
    #else
        @TaskLocal static var fetcher: SchedulerBound<Fetcher>?
    #endif
}
