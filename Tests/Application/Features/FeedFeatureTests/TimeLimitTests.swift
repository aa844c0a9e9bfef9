import PhotoFeed
import ProgramTestKit
import Signals
import StubServers
import Testing

@testable import CommandOptions

/// The limit of the time of a run.
@MainActor
@Suite struct TimeLimitTests {
    private let end = Subject<Void, Never>()

    /// Waits for the cancellation of the task.
    private static func untilCancelled() async throws -> Int {
        let (values, source) = AsyncStream.makeStream(of: Void.self)
        for await _ in values {}
        source.finish()
        throw CancellationError()
    }

    @Test func workThatEndsInTimeHasItsResult() async throws {
        #expect(try await TimeLimit.run(until: end.signal) { 7 } == 7)
        #expect(try await TimeLimit.run(until: nil) { 7 } == 7)
    }

    @Test func theEndOfTheTimeCancelsTheWork() async throws {
        let result = try await TimeLimit.run(until: end.signal) { [end] in
            end.send(())
            return try await Self.untilCancelled()
        }
        #expect(result == nil)
    }

    @Test func aFailureInTimeIsThatOfTheWork() async {
        await #expect(throws: FeedError.self) {
            try await TimeLimit.run(until: end.signal) { () throws -> Int in
                throw FeedError(.network, "no connection")
            }
        }
    }

    @Test func anInterruptionIsNoEndOfTheTime() async {
        let run = Task { [end] in
            try await TimeLimit.run(until: end.signal) { try await Self.untilCancelled() }
        }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test(arguments: [
        ("90", 90.0), ("90s", 90), ("10m", 600), ("1.5h", 5_400), ("2D", 172_800),
    ])
    func aSpanOfTimeHasAUnit(_ text: String, _ seconds: Double) throws {
        #expect(try RunTime(text: text).duration == .seconds(seconds))
    }

    @Test(arguments: ["", "m", "0", "0.5s", "-5m", "10x", "1e12", "nan", "inf", "1 h"])
    func anotherSpanOfTimeIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try RunTime(text: text) }
    }
}

extension WholeProgram {
    /// `photopark sync --max-time`.
    @Suite struct MaxTimeTests {
        @Test func aRunThatReachesItsTimeIs3AndTheNextOneResumes() async throws {
            let play = try await Playground(photos: 60, pageLimit: 20)
            // One for each of the three batches of the first run.
            try play.stub.apply(
                .fault(
                    .init(route: "files/get_thumbnail_batch", count: 3, delay: .seconds(60))))
            let stopped = try await play.sync("library", "--max-time", "3s")
            #expect(stopped.status == 3, "\(stopped)")
            #expect(stopped.errors.contains("the next run resumes from here"), "\(stopped)")
            #expect(try await play.feed().count == 60)
            let listings = play.stub.requestCounts["files/list_folder"]
            let resumed = try await play.sync("library", "--max-time", "1h")
            #expect(resumed.status == 0, "\(resumed)")
            #expect(resumed.output.contains("0 added"), "\(resumed)")
            #expect(play.stub.requestCounts["files/list_folder"] == listings)
            #expect(try await play.feed().allSatisfy { $0["thumbnail"] is String })
        }

        @Test func anInvalidTimeIsAUsageError() async throws {
            #expect(try await Program.run("sync", "--max-time", "soon").status == 64)
        }
    }
}
