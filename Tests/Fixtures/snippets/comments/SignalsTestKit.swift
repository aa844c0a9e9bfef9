import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

final class Feed {
    func pages() -> Signal<Int, BoundError> { .just(1) }
}

func leaks(of signal: Signal<Int, Never>, on scheduler: VirtualScheduler) {
    // snippet LeakCheck
}

func leaksInRealTime(of feed: SchedulerBound<Feed>, on work: WorkScheduler) async throws {
    // snippet LeakCheck 2
}

func marbles() {
    // snippet MarbleTest
}

func probe() {
    // snippet Probe
}
