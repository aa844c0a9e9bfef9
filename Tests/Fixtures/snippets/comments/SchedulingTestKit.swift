import Scheduling
import SchedulingTestKit
import Testing

typealias MyScheduler = WorkScheduler

extension WorkScheduler {
    convenience init() { self.init(name: "mine") }
}

// snippet SchedulerConformance

struct PictureCache {
    init(network: any Scheduler) {}
}

@Schedulable
final class WordCounter {
    var count: Int {
        checkScheduler()
        return 0
    }
}

func unimplemented() {
    // snippet UnimplementedScheduler
}

func clocks() {
    // snippet VirtualClock
}

func virtualTime() {
    // snippet VirtualScheduler
}

func entering(_ clock: VirtualScheduler, counter: SchedulerBound<WordCounter>) throws {
    // snippet VirtualScheduler 2
}
