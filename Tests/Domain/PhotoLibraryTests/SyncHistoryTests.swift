import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("The history of syncs")
@MainActor
struct SyncHistoryTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func summary(
        _ number: Int, _ outcome: SyncSummary.Outcome = .finished, waits: [SyncWait] = []
    ) -> SyncSummary {
        SyncSummary(
            duration: .milliseconds(1_500 * number), outcome: outcome, pages: number,
            changes: ChangeSummary(), thumbnails: 2, failedThumbnails: 1,
            bytes: Int64(number) << 40, waits: waits)
    }

    @Test func recordsComeBackAsTheyWereStored() throws {
        var time: Int64 = 500
        let library = try fixture.open(at: { time })
        let waits = [
            SyncWait(reason: .rateLimit, cause: nil, count: 3, duration: .seconds(90)),
            SyncWait(reason: .failure, cause: .status(503), count: 1, duration: .seconds(5)),
            SyncWait(reason: .failure, cause: .tlsFailed, count: 1, duration: .nanoseconds(1)),
        ]
        let failure = SyncSummary.Outcome.failed(code: "network", message: "it's gone\u{0}")
        let summaries = [
            summary(1), summary(2, .interrupted), summary(3, failure, waits: waits),
        ]
        for summary in summaries {
            time += 10
            try library.recordSync(summary)
        }
        let records = try SQLiteFeedReader(path: library.path).syncHistory()
        #expect(records.map(\.summary) == summaries.reversed())
        #expect(records.map(\.end.secondsSinceEpoch) == [530, 520, 510])
        #expect(records[0].start.secondsSinceEpoch == 525)
        #expect(try fixture.killed().syncHistory() == records)
    }

    @Test func outcomeOfTheLastRecordIsReplaced() throws {
        let library = try fixture.open(at: { 500 })
        let failure = SyncSummary.Outcome.failed(code: "requestRefused", message: "other content")
        try library.correctSync(failure)
        #expect(try library.syncHistory().isEmpty)
        let waits = [SyncWait(reason: .rateLimit, cause: nil, count: 1, duration: .seconds(2))]
        try library.recordSync(summary(1))
        try library.recordSync(summary(2, waits: waits))
        try library.correctSync(failure)
        let records = try library.syncHistory()
        #expect(records.map(\.summary) == [summary(2, failure, waits: waits), summary(1)])
        #expect(records.map(\.end.secondsSinceEpoch) == [500, 500])
    }

    @Test func lastHundredRecordsAreKept() throws {
        let library = try fixture.open()
        let waits = [SyncWait(reason: .answer, cause: nil, count: 1, duration: .seconds(1))]
        for number in 1...103 { try library.recordSync(summary(number, waits: waits)) }
        let records = try library.syncHistory()
        #expect(records.map(\.summary.pages) == Array((4...103).reversed()))
        #expect(records.allSatisfy { $0.summary.waits == waits })
    }

    @Test func damagedRecordHasNumbersThatARunCanReach() throws {
        let library = try fixture.open()
        let wait = SyncWait(reason: .answer, cause: nil, count: 1, duration: .seconds(1))
        try library.recordSync(summary(1, waits: [wait]))
        try library.tables.connection.execute(
            """
            UPDATE sync SET pages = 9223372036854775807, removed = -1, bytes = -1;
            UPDATE sync_wait SET count = 9223372036854775807
            """)
        let run = try #require(try library.syncHistory().first).summary
        #expect(run.pages == 1 << 40)
        #expect(run.changes.removed == 0)
        #expect(run.bytes == 0)
        #expect(run.waits.map(\.count) == [1 << 40])
    }

    @Test func numberThatNoRunReachesIsDamage() throws {
        let library = try fixture.open()
        try library.recordSync(summary(1))
        try library.tables.connection.execute("UPDATE sync SET number = 9223372036854775807")
        #expect(throws: FeedError(.libraryDamaged, "")) { try library.recordSync(summary(2)) }
    }

    @Test func recordLeavesALibraryClosed() throws {
        do {
            let library = try fixture.open()
            try library.fill(0..<2)
            try library.collectGarbage()
            try library.recordSync(summary(1))
        }
        let library = try fixture.open()
        let session = try library.tables.read { _ in try library.tables.feed.row().closingSession }
        #expect(session != nil)
        #expect(try library.syncHistory().count == 1)
    }

    @Test func speedLeavesOutTheWaits() {
        let waits = [SyncWait(reason: .rateLimit, cause: nil, count: 1, duration: .seconds(6))]
        let run = SyncSummary(
            duration: .seconds(10), outcome: .finished, pages: 1, changes: ChangeSummary(),
            thumbnails: 1, failedThumbnails: 0, bytes: 800, waits: waits)
        #expect(run.bytesPerSecond == 200)
    }
}
