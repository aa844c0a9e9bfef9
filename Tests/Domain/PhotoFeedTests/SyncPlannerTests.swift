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

    private static func photo(_ path: String) -> MediaNode {
        let time = FeedTime(secondsSinceEpoch: 1_000)
        return MediaNode(
            id: NodeID(rawValue: path), name: String(path.split(separator: "/").last ?? ""),
            pathKey: path, revision: "1", size: 1, clientModified: time, serverModified: time)
    }

    @Test func aPlanHasThePhotosOfUnchangedFolders() throws {
        let library = LibraryStub(
            items: ["/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/xy/d.jpg"].map {
                FeedItem(node: Self.photo($0), displayPath: $0, thumbnail: .pending)
            })
        let source = FeedSource(server: "planned")
        library.feedState = .following(source, cursor: FeedCursor(rawValue: "former"))
        let changes: [NodeChange] = [
            .media(Self.photo("/new.jpg")), .unchanged(pathKey: "/x"),
        ]
        let provider = FeedProvider(
            name: "planned", displayName: "Planned",
            hosts: FeedHosts(name: "planned", addresses: [], domains: []),
            credentialForm: .password, thumbnailSizes: [],
            capabilities: FeedCapabilities(
                hasStableIDs: false, hasCaseSensitivePaths: true, changes: .tags,
                hasContentHashes: false)
        ) { _ in FeedFetchers(nodes: Nodes(changes)) }
        let scheduler = VirtualScheduler()
        var found: [String] = []
        var plan: SyncPlan?
        try scheduler.enter {
            let planner = try SyncPlanner(
                library: library, provider: provider,
                connection: FeedConnection(
                    gateway: NoGateway(), credential: FeedCredential(user: "ada", password: "right")
                ),
                visit: { found.append($0.node.pathKey) })
            planner.plan(SyncOptions(source: source)).observe({ plan = $0 }, ended: { _ in })
            scheduler.run()
        }
        #expect(plan?.listing == .contentChanged)
        #expect(Set(found) == ["/x/b.jpg", "/x/y/c.jpg", "/new.jpg"])
        #expect(found.count == 3)
    }
}
