import ProgramServices
import ProgramTestKit
import Scheduling
import Testing

/// The meter of requests.
@Suite struct RequestMeterTests {
    @Test func aMeterWithoutALimitCounts() {
        let meter = RequestMeter()
        for _ in 1...5 { #expect(meter.begin()) }
        #expect(meter.sent == 5)
    }

    @Test func theLimitIsReportedOnceAllRequestsHaveEnded() {
        let calls = Guarded(0)
        let meter = RequestMeter(limit: 2)
        meter.onLimit { calls.withLock { $0 += 1 } }
        #expect(meter.begin())
        #expect(meter.begin())
        #expect(!meter.begin())
        meter.end()
        #expect(calls.withLock { $0 } == 0)
        meter.end()
        #expect(calls.withLock { $0 } == 1)
        #expect(!meter.begin())
        #expect(calls.withLock { $0 } == 1)
        #expect(meter.sent == 2)
    }

    @Test func aRunWithExactlyTheLimitIsNotStopped() {
        let calls = Guarded(0)
        let meter = RequestMeter(limit: 1)
        meter.onLimit { calls.withLock { $0 += 1 } }
        #expect(meter.begin())
        meter.end()
        #expect(calls.withLock { $0 } == 0)
    }
}

extension WholeProgram {
    /// `photopark sync --max-requests`.
    @Suite struct MaxRequestsTests {
        /// An account, four pages, since folders are entries, too, and three batches.
        private static let requests = 8

        @Test(arguments: 1..<requests)
        func aRunThatReachesItsRequestsIs3AndKeepsTheirAnswers(limit: Int) async throws {
            let play = try await Playground(photos: 60, pageLimit: 20)
            let stopped = try await play.sync("library", "--max-requests", "\(limit)")
            #expect(stopped.status == 3, "\(stopped)")
            #expect(play.requestCount == limit)
            if limit > 1 {
                let stored = try await play.feed()
                let entries = (limit - 1) * 20
                #expect(stored.count <= entries && stored.count >= min(60, entries - 4))
                #expect(stored.count { $0["thumbnail"] is String } == max(0, limit - 5) * 25)
            }
            let resumed = try await play.sync("library", "--max-requests", "20")
            #expect(resumed.status == 0, "\(resumed)")
            // The account is stored with the first page; after the last page, the changes since
            // then cost a request.
            let isRepeated = limit == 1 || limit >= 5
            #expect(play.requestCount == Self.requests + (isRepeated ? 1 : 0))
            #expect(try await play.feed().allSatisfy { $0["thumbnail"] is String })
        }

        @Test func aRunThatNeedsNoMoreIsComplete() async throws {
            let play = try await Playground(photos: 60, pageLimit: 20)
            let outcome = try await play.sync("library", "--max-requests", "\(Self.requests)")
            #expect(outcome.status == 0, "\(outcome)")
        }

        @Test func noRequestAtAllIsAUsageError() async throws {
            #expect(try await Program.run("sync", "--max-requests", "0").status == 64)
        }
    }
}
