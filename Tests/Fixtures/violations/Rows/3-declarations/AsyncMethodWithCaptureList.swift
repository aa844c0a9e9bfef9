// An async method with a capture list would not be checked.
// stops: compile
// says: a macro cannot check this method, because a closure in it has a capture list

import Scheduling
import World

enum AsyncMethodWithCaptureList {
    #if WRONG
        @Schedulable
        final class Clock {
            var ticks = 0
            nonisolated(nonsending) func reader() async -> () -> Int {
                { [weak self] in self?.ticks ?? 0 }
            }
        }
    #else
        @Schedulable
        final class Clock {
            var ticks = 0
            nonisolated(nonsending) func reader() async -> () -> Int {
                checkScheduler()
                return { [weak self] in self?.ticks ?? 0 }
            }
        }
    #endif
}
