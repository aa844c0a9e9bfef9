import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

@Suite("The rate of a verification")
struct VerifyRateTests {
    @Test func theFilesAreReadAtTheLimitedRate() throws {
        let fixture = try OriginalsFixture()
        let text = String(repeating: "x", count: 3 << 20)
        for number in 0..<4 { fixture.add("id:\(number)", "/\(number).jpg", text) }
        _ = fixture.run(try fixture.choice)
        let scheduler = fixture.scheduler
        let start = scheduler.now
        let good = scheduler.enter {
            let verifier = OriginalsVerifier(
                library: fixture.path + "/library", fetcher: nil,
                hashers: fixture.hashers, home: .here
            ) { FeedTime(secondsSinceEpoch: 1) }
            var events: [VerifyEvent] = []
            let run = verifier.verify(VerifyOptions(bytesPerSecond: 1 << 20))
                .observe({ events.append($0) }, ended: { _ in })
            scheduler.advance(by: .seconds(5))
            #expect(events.counts == nil, "more than five megabytes were read in five seconds")
            scheduler.advance(by: .seconds(8))
            run.dispose()
            return events.counts?.good
        }
        #expect(good == 4)
        #expect(start.duration(to: scheduler.now) == .seconds(13))
    }
}
