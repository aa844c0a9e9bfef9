import Scheduling
import Testing

@testable import PhotoFeed

@Suite struct WaitMeterTests {
    private func at(_ seconds: Int64) -> SchedulerInstant {
        SchedulerInstant(nanoseconds: seconds * 1_000_000_000)
    }

    @Test func waitsOfOneCauseAreAddedUpAndTheLongestComesFirst() {
        var meter = WaitMeter()
        let limit = FeedPause(reason: .rateLimit, duration: .seconds(60))
        let failure = FeedPause(reason: .failure, duration: .seconds(5), cause: .status(503))
        meter.take(nil, at: at(0))
        meter.take(failure, at: at(1))
        meter.take(failure, at: at(2))
        meter.take(limit, at: at(4))
        meter.take(nil, at: at(24))
        meter.take(failure, at: at(30))
        let expected = [
            SyncWait(reason: .rateLimit, cause: nil, count: 1, duration: .seconds(20)),
            SyncWait(reason: .failure, cause: .status(503), count: 2, duration: .seconds(13)),
        ]
        // The last wait is still under way.
        #expect(meter.waits(until: at(40)) == expected)
    }

    @Test func serverThatSendsEveryStatusHasTwentyWaits() {
        var meter = WaitMeter()
        for status in 1...100 {
            let start = Int64(status) * 1_000
            meter.take(
                FeedPause(reason: .failure, duration: .zero, cause: .status(status)),
                at: at(start))
            meter.take(nil, at: at(start + Int64(status)))
        }
        let waits = meter.waits(until: at(1_000_000))
        #expect(waits.map(\.cause) == (81...100).reversed().map { .status($0) })
    }
}
