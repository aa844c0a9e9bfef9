import Scheduling
import SchedulingTestKit
import Testing

typealias MyScheduler = WorkScheduler

extension WorkScheduler {
    convenience init() { self.init(name: "mine") }
}

// snippet SchedulerConformance
