import PhotoFeed
import PhotoLibrary
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// Answers each start from a script, and counts the requests.
private final class ScriptedNodes: NodeFetcher {
    var answers: [FeedStart: [Result<[FeedPage], FeedError>]] = [:]
    var starts: [FeedStart] = []
    /// Whether no answer ever comes.
    var isSilent = false
    let waiting = MutableProperty<FeedPause?>(nil)
    var pauses: Signal<FeedPause?, Never> { waiting.signal }

    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        starts.append(start)
        if isSilent { return .never }
        guard var script = answers[start], !script.isEmpty else {
            return .fail(FeedError(.network, "nothing is scripted for \(start)"))
        }
        let answer = script.removeFirst()
        if !script.isEmpty { answers[start] = script }
        switch answer {
        case .success(let pages): return .sequence(pages)
        case .failure(let error): return .fail(error)
        }
    }
}

/// Brings a picture for each photo, but for those that it is told to fail for.
private final class ScriptedThumbnails: ThumbnailFetcher {
    func batchLimit(for size: ThumbnailSize) -> Int { 3 }
    var failures: [NodeID: ThumbnailFailure] = [:]
    var batches: [[PendingThumbnail]] = []
    var sizes: [ThumbnailSize] = []
    /// After how many batches the server goes away.
    var limit = Int.max
    let waiting = MutableProperty<FeedPause?>(nil)
    var pauses: Signal<FeedPause?, Never> { waiting.signal }

    func fetch(
        _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
    ) -> Signal<[ThumbnailResult], FeedError> {
        guard batches.count < limit else { return .fail(FeedError(.network, "gone")) }
        batches.append(nodes)
        sizes.append(size)
        return .just(
            nodes.map { node in
                ThumbnailResult(
                    pending: node,
                    result: failures[node.id].map { .failure($0) }
                        ?? .picture([1, 2], .notRequested))
            })
    }
}

@Suite("Synchronizing")
struct SynchronizerTests {
    private let fixture: LibraryFixture
    private let nodes = ScriptedNodes()
    private let thumbnails = ScriptedThumbnails()
    private let scheduler = VirtualScheduler()

    init() throws { fixture = try LibraryFixture() }

    private func cursor(_ name: String) -> FeedStart { .cursor(FeedCursor(rawValue: name)) }
    private let beginning = FeedStart.beginning(folder: "")

    private func run(
        _ library: SQLiteFeedWriter, _ source: FeedSource = FeedSource(), replaces: Bool = false,
        thumbnails: Bool = true, size: ThumbnailSize? = nil, limit: RemovalLimit = .unlimited
    ) -> (events: [SyncEvent], completion: Completion<FeedError>?) {
        scheduler.enter {
            let synchronizer = MirroringSynchronizer(
                nodes: nodes, thumbnails: self.thumbnails, library: library, home: .here)
            var events: [SyncEvent] = []
            var end: Completion<FeedError>?
            let options = SyncOptions(
                source: source, replacesSource: replaces, fetchesThumbnails: thumbnails,
                thumbnailSize: size, removalLimit: limit)
            synchronizer.synchronize(options)
                .observe({ events.append($0) }, ended: { end = $0 })
            scheduler.runUntilIdle()
            return (events, end)
        }
    }

    private func photos(_ numbers: Range<Int>) -> [NodeChange] { numbers.map { .media(photo($0)) } }

    @Test func aFirstRunListsAndFetchesAndASecondAsksOnce() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [
                beginning: [
                    .success([page(photos(0..<5), "a", more: true), page(photos(5..<8), "b")])
                ],
                cursor("b"): [.success([page([], "b")])],
            ]
            let first = run(library)
            #expect(first.completion == .completed)
            #expect(first.events.first == .listing(.first))
            guard case .finished(let progress)? = first.events.last else {
                Issue.record("the last event is the end")
                return
            }
            #expect(progress.changeSummary.added == 8)
            #expect(progress.thumbnails == 8)
            #expect(thumbnails.batches.map(\.count) == [3, 3, 2])
            #expect(thumbnails.batches.first?.first?.id.rawValue == "id:7")
            nodes.starts = []
            thumbnails.batches = []
            #expect(run(library).completion == .completed)
            #expect(nodes.starts == [cursor("b")])
            #expect(thumbnails.batches.isEmpty)
        }
    }

    @Test func aResetComparesAndLosesNothing() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [
                beginning: [
                    .success([page(photos(0..<6), "a")]), .success([page(photos(1..<7), "c")]),
                ],
                cursor("a"): [.failure(FeedError(.cursorReset, "reset"))],
            ]
            #expect(run(library).completion == .completed)
            thumbnails.batches = []
            let second = run(library)
            #expect(second.completion == .completed)
            #expect(second.events.first == .listing(.cursorReset))
            #expect(try library.statistics().nodes == 6)
            #expect(thumbnails.batches.map { $0.map(\.id.rawValue) } == [["id:6"]])
        }
    }

    @Test func aVanishedFolderLosesNothingUntilAListingIsComplete() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [
                beginning: [
                    .success([page(photos(0..<6), "a")]),
                    .failure(FeedError(.folderNotFound, "gone")),
                ],
                cursor("a"): [.failure(FeedError(.folderNotFound, "gone"))],
            ]
            #expect(run(library).completion == .completed)
            let second = run(library)
            #expect(second.completion == .failed(FeedError(.folderNotFound, "")))
            #expect(second.events.first == .listing(.folderVanished))
            #expect(try library.statistics().nodes == 6)
        }
    }

    @Test func endlessResetsEnd() throws {
        try scheduler.enter {
            nodes.answers = [beginning: [.failure(FeedError(.cursorReset, "reset"))]]
            let library = try fixture.open()
            #expect(run(library).completion == .failed(FeedError(.malformedAnswer, "")))
        }
    }

    @Test func aRunStopsBeforeThePageThatExceedsItsRemovals() throws {
        try scheduler.enter {
            let library = try fixture.open()
            func removal(_ numbers: Range<Int>, _ cursor: String, more: Bool) -> FeedPage {
                page(numbers.map { .deleted(pathKey: "/photos/\($0).jpg") }, cursor, more: more)
            }
            nodes.answers = [
                beginning: [.success([page(photos(0..<240), "a")])],
                cursor("a"): [
                    .success([
                        removal(0..<80, "b", more: true), removal(80..<160, "c", more: true),
                        removal(160..<240, "d", more: false),
                    ])
                ],
            ]
            #expect(run(library, thumbnails: false).completion == .completed)
            let refused = run(library, thumbnails: false, limit: .count(100))
            guard case .failed(let error) = refused.completion else {
                Issue.record("the run was not refused")
                return
            }
            #expect(error.code == .tooManyRemovals)
            #expect(error.message.contains("the run has removed 80"), "\(error.message)")
            #expect(try library.statistics().nodes == 160)
        }
    }

    @Test func aBrokenListingGoesOnWhereItStopped() throws {
        try scheduler.enter {
            let library = try fixture.open()
            try library.beginListing(of: "")
            _ = try library.apply(page(photos(0..<3), "half", more: true))
            nodes.answers = [cursor("half"): [.success([page(photos(3..<5), "end")])]]
            #expect(run(library).completion == .completed)
            #expect(nodes.starts == [cursor("half")])
            #expect(try library.statistics().nodes == 5)
        }
    }

    @Test func aThumbnailThatFailsFailsNoOther() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [beginning: [.success([page(photos(0..<4), "a")])]]
            let failure = ThumbnailFailure(reason: "unsupported_image", isPermanent: true)
            thumbnails.failures = [NodeID(rawValue: "id:2"): failure]
            let result = run(library)
            #expect(result.completion == .completed)
            #expect(
                result.events.contains(
                    .thumbnailFailed(NodeID(rawValue: "id:2"), path: "/photos/2.jpg", failure)))
            #expect(try library.statistics().thumbnails == 3)
        }
    }

    @Test func aWaitOfEitherFetcherIsShown() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [beginning: [.success([page(photos(0..<1), "a")])]]
            let wait = FeedPause(reason: .rateLimit, duration: .seconds(15))
            thumbnails.waiting.value = wait
            let result = run(library)
            #expect(
                result.events.contains {
                    if case .progress(let progress) = $0 { progress.pause == wait } else { false }
                })
            guard case .finished(let progress)? = result.events.last else {
                Issue.record("the last event is the end")
                return
            }
            #expect(progress.pause == nil)
        }
    }

    @Test func runsAreRecordedWithTheirOutcomes() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.answers = [
                beginning: [.success([page(photos(0..<4), "a")])],
                cursor("a"): [.failure(FeedError(.network, "gone"))],
            ]
            thumbnails.failures = [photo(1).id: ThumbnailFailure(reason: "x", isPermanent: false)]
            #expect(run(library).completion == .completed)
            #expect(run(library).completion != .completed)
            let records = try library.syncHistory()
            #expect(
                records.map(\.summary.outcome)
                    == [.failed(code: "network", message: "gone"), .finished])
            let first = records[1].summary
            #expect([first.pages, first.changes.added] == [1, 4])
            #expect([first.thumbnails, first.failedThumbnails, Int(first.bytes)] == [3, 1, 6])
            #expect(first.waits == [])
        }
    }

    @Test func stoppedRunIsRecordedOnceWithItsWaits() throws {
        try scheduler.enter {
            let library = try fixture.open()
            nodes.isSilent = true
            let synchronizer = MirroringSynchronizer(
                nodes: nodes, thumbnails: thumbnails, library: library, home: .here)
            let run = synchronizer.synchronize(SyncOptions()).observe({ _ in }, ended: { _ in })
            nodes.waiting.value = FeedPause(reason: .rateLimit, duration: .seconds(90))
            scheduler.advance(by: .seconds(60))
            nodes.waiting.value = nil
            scheduler.advance(by: .seconds(10))
            run.dispose()
            run.dispose()
            let records = try library.syncHistory()
            #expect(records.count == 1)
            #expect(records.first?.summary.outcome == .interrupted)
            #expect(records.first?.summary.duration == .seconds(70))
            let wait = SyncWait(reason: .rateLimit, cause: nil, count: 1, duration: .seconds(60))
            #expect(records.first?.summary.waits == [wait])
        }
    }

    @Test func withoutThumbnailsNoneIsAskedFor() throws {
        try scheduler.enter {
            nodes.answers = [beginning: [.success([page(photos(0..<4), "a")])]]
            let library = try fixture.open()
            #expect(run(library, thumbnails: false).completion == .completed)
            #expect(thumbnails.batches.isEmpty)
        }
    }
}
