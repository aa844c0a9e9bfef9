import PhotoFeed
import SQLitePersistence
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import PhotoLibrary

/// A library whose thumbnails are to have another size.
@Suite("Thumbnail sizes")
struct ThumbnailSizeTests {
    private let fixture: LibraryFixture
    private let nodes = UnchangedNodes()
    private let thumbnails = SizedThumbnails()
    private let scheduler = VirtualScheduler()

    init() throws { fixture = try LibraryFixture() }

    /// The report of a run at its end; `nil` when the run failed.
    @discardableResult
    private func run(_ library: SQLiteFeedWriter, _ size: ThumbnailSize? = nil) -> SyncProgress? {
        var finished: SyncProgress?
        MirroringSynchronizer(nodes: nodes, thumbnails: thumbnails, library: library, home: .here)
            .synchronize(SyncOptions(thumbnailSize: size))
            .observe(
                { event in
                    if case .finished(let progress) = event { finished = progress }
                }, ended: { _ in })
        scheduler.runUntilIdle()
        return finished
    }

    /// How many thumbnails were asked for in each size since the last call.
    private func asked() -> [ThumbnailSize: Int] {
        defer { thumbnails.asked = [:] }
        return thumbnails.asked
    }

    @Test func aNewLibraryBeginsWithMediumAndKeepsWhatIsChosen() throws {
        try scheduler.enter {
            let library = try fixture.open()
            #expect(run(library)?.thumbnails == 8)
            #expect(asked() == [.medium: 8])
            let change = run(library, .large)
            #expect(change?.thumbnails == 8 && change?.resizedThumbnails == 8)
            #expect(asked() == [.large: 8])
            nodes.photos = 0..<9
            let addition = run(library)
            #expect(addition?.thumbnails == 1 && addition?.resizedThumbnails == 0)
            #expect(asked() == [.large: 1])
            #expect(run(library, .large)?.thumbnails == 0)
            #expect(run(library)?.thumbnails == 0)
            #expect(asked() == [:])
            try library.verify()
        }
    }

    @Test func anInterruptedChangeGoesOnAtTheNextRun() throws {
        try scheduler.enter {
            let library = try fixture.open()
            run(library, .small)
            _ = asked()
            thumbnails.left = 3
            #expect(run(library, .large) == nil)
            #expect(asked() == [.large: 3])
            let statistics = try library.statistics()
            #expect((statistics.thumbnails, statistics.otherSizeThumbnails) == (8, 5))
            #expect((statistics.pendingThumbnails, statistics.wantedThumbnails) == (5, 0))
            thumbnails.left = .max
            let rest = run(try fixture.killed())
            #expect(rest?.thumbnails == 5 && rest?.resizedThumbnails == 5)
            #expect(asked() == [.large: 5])
            #expect(rest?.statistics?.pendingThumbnails == 0)
        }
    }

    @Test func aChangeThatIsTakenBackFetchesOnlyWhatHadChanged() throws {
        try scheduler.enter {
            let library = try fixture.open()
            run(library, .small)
            _ = asked()
            thumbnails.left = 3
            run(library, .large)
            thumbnails.left = .max
            _ = asked()
            #expect(run(library, .small)?.resizedThumbnails == 3)
            #expect(asked() == [.small: 3])
        }
    }

    @Test func aPictureThatCannotBeHadInTheNewSizeStays() throws {
        try scheduler.enter {
            let library = try fixture.open()
            run(library)
            thumbnails.failing = NodeID(rawValue: "id:4")
            let change = run(library, .large)
            #expect(change?.resizedThumbnails == 7 && change?.failedThumbnails == 1)
            #expect(try library.statistics().thumbnails == 8)
            thumbnails.failing = nil
            _ = asked()
            #expect(run(library)?.resizedThumbnails == 1)
            #expect(asked() == [.large: 1])
        }
    }

    @Test func thumbnailsOfAnUnknownSizeStayUntilOneIsChosen() throws {
        try scheduler.enter {
            let library = try fixture.open()
            run(library)
            try library.tables.connection.execute("UPDATE node SET thumbnail_size = NULL")
            _ = asked()
            #expect(run(library)?.thumbnails == 0)
            #expect(run(library, .medium)?.resizedThumbnails == 8)
            #expect(asked() == [.medium: 8])
        }
    }
}

/// Lists `photos` at first, and those that were added later.
private final class UnchangedNodes: NodeFetcher {
    var photos = 0..<8
    let pauses = Signal<FeedPause?, Never>.just(nil)

    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        .just(page(photos.map { .media(photo($0)) }))
    }
}

/// Brings a picture whose length tells its size, as long as any are `left`.
private final class SizedThumbnails: ThumbnailFetcher {
    var asked: [ThumbnailSize: Int] = [:]
    var left = Int.max
    var failing: NodeID?
    let pauses = Signal<FeedPause?, Never>.just(nil)

    func batchLimit(for size: ThumbnailSize) -> Int { 1 }

    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        guard left > 0 else { return .fail(FeedError(.network, "gone")) }
        left -= 1
        asked[size, default: 0] += nodes.count
        return .just(
            nodes.map { node in
                let failure = ThumbnailFailure(reason: "internal_error", isPermanent: false)
                return ThumbnailResult(
                    pending: node,
                    result: node.id == failing
                        ? .failure(failure)
                        : .picture(Array(size.rawValue.utf8), .notRequested))
            })
    }
}
