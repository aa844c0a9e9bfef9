import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import PhotoFeed

@Suite("Batches in flight")
struct ThumbnailRunnerTests {
    @Test func aQuickLineHasMoreAndMoreBatchesUpToADozen() {
        let line = Line(batches: 60, alone: .milliseconds(20))
        line.drain()
        #expect(line.stored == 60)
        #expect(Array(line.inFlight.prefix(3)) == [1, 2, 3])
        #expect(line.inFlight.max() == 12)
    }

    @Test func aSlowLineComesToOneBatchAtATime() {
        let line = Line(batches: 12, alone: .seconds(8))
        line.drain()
        #expect(line.stored == 12)
        #expect(line.inFlight.max() == 3)
        #expect(line.inFlight.suffix(6).allSatisfy { $0 == 1 })
    }

    @Test func aLineThatBecomesQuickIsFullAgain() {
        let line = Line(batches: 60, alone: .seconds(8))
        line.scheduler.advance(by: .seconds(100))
        line.alone = .milliseconds(20)
        line.drain()
        #expect(line.stored == 60)
        #expect(line.inFlight.suffix(10).max() == 12)
    }
}

/// A line that all batches share: each takes as long as all that are in flight when it starts take
/// one after another.
private final class Line: FeedWriter, ThumbnailFetcher {
    let scheduler = VirtualScheduler()
    var alone: Duration
    private(set) var stored = 0
    /// How many were in flight, whenever one had been started.
    private(set) var inFlight: [Int] = []
    private var flying = 0
    private let batches: Int64
    private let subscription = Disposable()

    init(batches: Int64, alone: Duration) {
        self.batches = batches
        self.alone = alone
        scheduler.enter {
            subscription.add(
                ThumbnailRunner.outcomes(
                    from: self, into: self, size: .medium, withMediaInfo: false,
                    in: .here
                )
                .observe({ _ in }, ended: { _ in }))
        }
    }

    func drain() {
        scheduler.run()
        subscription.dispose()
    }

    // MARK: The fetcher

    func batchLimit(for size: ThumbnailSize) -> Int { 1 }
    let pauses = Signal<FeedPause?, Never>.just(nil)

    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        flying += 1
        inFlight.append(flying)
        let outcomes = nodes.map {
            ThumbnailResult(pending: $0, result: .picture([], .notRequested))
        }
        return Signal<[ThumbnailResult], FeedError>.just(outcomes).delay(alone * flying, in: .here)
            .map { [self] outcomes in
                flying -= 1
                return outcomes
            }
    }

    // MARK: The library

    func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool
    ) -> [PendingThumbnail] {
        let number = (position?.number ?? 0) + 1
        guard number <= batches else { return [] }
        return [
            PendingThumbnail(
                id: NodeID(rawValue: "id:\(number)"), revision: "1",
                position: FeedPosition(date: FeedTime(secondsSinceEpoch: 0), number: number))
        ]
    }

    func store(_ outcomes: [ThumbnailResult], size: ThumbnailSize) { stored += outcomes.count }
    func thumbnailSize() -> ThumbnailSize? { nil }
    func setThumbnailSize(_ size: ThumbnailSize) {}
    func thumbnailsToMake(after position: FeedPosition?, limit: Int) -> [PendingThumbnail] { [] }

    func state() -> FeedState { .empty }
    func beginListing(of source: FeedSource) {}
    func setSource(_ source: FeedSource) {}
    func hasStored(_ credential: FeedCredential) -> Bool { false }
    func storeCredential(_ credential: FeedCredential) {}
    func apply(
        _ pages: [FeedPage], removing limit: RemovalLimit, after earlier: ChangeSummary
    ) -> ChangeSummary { ChangeSummary() }
    func collectGarbage() {}
    func statistics(withMediaInfo: Bool) -> LibraryStatistics {
        LibraryStatistics(nodes: 0, thumbnails: 0, failedThumbnails: 0, pendingThumbnails: 0)
    }
    func window(_ query: FeedQuery) -> FeedWindow { FeedWindow(items: [], next: nil) }
    func item(_ id: NodeID) -> FeedItem? { nil }
    func displayPath(of id: NodeID) -> String? { nil }
    func thumbnail(of id: NodeID) -> [UInt8]? { nil }
    func syncHistory() -> [SyncRecord] { [] }
    func journal(_ query: JournalQuery) -> JournalWindow {
        JournalWindow(entries: [], next: nil, start: nil)
    }
    func recordSync(_ summary: SyncSummary) {}
    func correctSync(_ outcome: SyncSummary.Outcome) {}
}
