import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import PhotoFeed

/// Plans of listings that state folders as unchanged.
@Suite struct SyncPlannerTests {
    /// Requires a new listing, whose pages state that a folder is unchanged.
    private final class Nodes: NodeFetcher {  // not @Schedulable: used by one test
        let changes: [NodeChange]

        init(_ changes: [NodeChange]) { self.changes = changes }

        var pauses: Signal<FeedPause?, Never> { .just(nil) }

        func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
            if case .cursor = start { return .fail(FeedError(.cursorReset, "the tag has changed")) }
            let cursor = FeedCursor(rawValue: "next")
            return .just(FeedPage(changes: changes, cursor: cursor, hasMore: false))
        }
    }

    /// A fetcher whose thumbnails a plan only counts.
    private final class Thumbnails: ThumbnailFetcher {  // not @Schedulable: used by one test
        var pauses: Signal<FeedPause?, Never> { .just(nil) }

        func batchLimit(for size: ThumbnailSize) -> Int { 1 }

        func fetch(
            _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
        ) -> Signal<[ThumbnailResult], FeedError> { .empty }
    }

    private static func photo(_ path: String) -> MediaNode {
        let time = FeedTime(secondsSinceEpoch: 1_000)
        return MediaNode(
            id: NodeID(rawValue: path), name: String(path.split(separator: "/").last ?? ""),
            pathKey: path, revision: "1", size: 1, clientModified: time, serverModified: time)
    }

    private static func plan(
        _ library: LibraryStub, _ changes: [NodeChange], hasThumbnails: Bool = false,
        _ visit: @escaping (FeedItem) -> Void = { _ in }
    ) throws -> SyncPlan? {
        let source = FeedSource(server: "planned")
        library.feedState = .following(source, cursor: FeedCursor(rawValue: "former"))
        let provider = FeedProvider(
            name: "planned", displayName: "Planned",
            hosts: FeedHosts(name: "planned", addresses: [], domains: []),
            credentialForm: .password, thumbnailSizes: [],
            capabilities: FeedCapabilities(
                hasStableIDs: false, hasCaseSensitivePaths: true, changes: .tags,
                hasContentHashes: false)
        ) { _ in
            FeedFetchers(nodes: Nodes(changes), thumbnails: hasThumbnails ? Thumbnails() : nil)
        }
        let scheduler = VirtualScheduler()
        var plan: SyncPlan?
        try scheduler.enter {
            let planner = try SyncPlanner(
                library: library, provider: provider,
                connection: FeedConnection(
                    gateway: NoGateway(home: .here),
                    credential: FeedCredential(user: "ada", password: "right")
                ),
                visit: visit)
            planner.plan(SyncOptions(source: source)).observe({ plan = $0 }, ended: { _ in })
            scheduler.run()
        }
        return plan
    }

    @Test func aPlanHasThePhotosOfUnchangedFolders() throws {
        let paths = ["/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/xy/d.jpg", "/cafe\u{301}/e.jpg"]
        let library = LibraryStub(
            items: paths.map {
                FeedItem(node: Self.photo($0), displayPath: $0, thumbnail: .pending)
            })
        let changes: [NodeChange] = [
            .media(Self.photo("/new.jpg")), .unchanged(pathKey: "/x"),
            .unchanged(pathKey: "/caf\u{E9}"),
        ]
        var found: [String] = []
        let plan = try Self.plan(library, changes) { found.append($0.node.pathKey) }
        #expect(plan?.listing == .contentChanged)
        #expect(Set(found) == ["/x/b.jpg", "/x/y/c.jpg", "/new.jpg"])
        #expect(found.count == 3)
    }

    @Test func aPlanIsMadeOfAHistoryOfAnySize() throws {
        let library = LibraryStub()
        library.records = [1, 0].enumerated().map { number, thumbnails in
            SyncRecord(
                end: FeedTime(secondsSinceEpoch: Int64(number)),
                summary: SyncSummary(
                    duration: .seconds(1), outcome: .finished, pages: 1, changes: ChangeSummary(),
                    thumbnails: thumbnails, failedThumbnails: 0, bytes: .max, waits: []))
        }
        let photos = ["/a.jpg", "/b.jpg"].map { NodeChange.media(Self.photo($0)) }
        let plan = try Self.plan(library, photos, hasThumbnails: true)
        #expect(plan?.thumbnails == 2 && plan?.thumbnailBytes == .max)
    }
}
