import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals

/// A model of a library: the state that a provider's pages describe, in memory.
///
/// It reads a feed as `MirroringSynchronizer` does: the changes since its cursor, or the whole feed
/// if the provider requires that.
final class FeedMirror {  // not @Schedulable: used by one rule, on its scheduler
    let fixture: any FeedProviderFixture
    let fetchers: FeedFetchers
    let scheduler: VirtualScheduler
    /// The photos and videos, by the key of the path.
    private(set) var photos: [String: MediaNode] = [:]
    /// The position after the last page.
    private(set) var cursor: FeedCursor?
    /// The number of complete listings.
    private(set) var listings = 0
    /// The number of changes in the pages of the last update.
    private(set) var lastChanges = 0

    init(_ fixture: any FeedProviderFixture, on scheduler: VirtualScheduler) throws {
        self.fixture = fixture
        self.scheduler = scheduler
        fetchers = try Self.fetchers(of: fixture, fixture.credential, in: scheduler.home)
    }

    /// Makes the provider's fetchers for `credential`.
    static func fetchers(
        of fixture: any FeedProviderFixture, _ credential: FeedCredential,
        in home: SchedulerIsolation
    ) throws -> FeedFetchers {
        try fixture.provider.makeFetchers(
            FeedConnection(gateway: fixture.makeGateway(in: home), credential: credential))
    }

    var provider: FeedProvider { fixture.provider }
    var tree: ScriptedTree { fixture.tree }

    /// The photo or video with this name.
    func photo(_ name: String) throws(FeedProviderViolation) -> MediaNode {
        guard let found = photos.values.first(where: { $0.name == name }) else {
            throw FeedProviderViolation("\(name) is missing")
        }
        return found
    }

    /// The names of the photos and videos, in order.
    var names: [String] { photos.values.map(\.name).sorted() }

    /// Updates the mirror from its cursor, or from the beginning of the account.
    func update() throws {
        lastChanges = 0
        guard let cursor else { return try list() }
        do {
            try apply(pages(from: .cursor(cursor)))
        } catch let error as FeedError where error.code == .cursorReset {
            try list()
        }
    }

    /// Lists the account from the beginning.
    private func list() throws {
        listings += 1
        try replace(with: pages(from: .beginning(folder: "")))
    }

    /// Discards all photos, and applies the pages of a listing.
    func replace(with pages: [FeedPage]) throws(FeedProviderViolation) {
        let former = photos
        photos = [:]
        try apply(pages, former: former)
    }

    /// Returns the pages from `start`, and throws the error that ended them.
    func pages(from start: FeedStart) throws -> [FeedPage] {
        try values(of: fetchers.nodes.pages(from: start))
    }

    /// Returns the values of `signal`, and throws the error that ended it.
    func values<Value>(of signal: Signal<Value, FeedError>) throws -> [Value] {
        var values: [Value] = []
        var completion: Completion<FeedError>?
        signal.observe({ values.append($0) }, ended: { completion = $0 })
        scheduler.run()
        switch completion {
        case .completed?: return values
        case .failed(let error)?: throw error
        case nil: throw FeedProviderViolation("a signal of the fetchers does not end")
        }
    }

    /// Applies pages, as `NodeChange` describes.
    ///
    /// - Parameter former: the photos before a listing, some of which it may state as unchanged.
    private func apply(
        _ pages: [FeedPage], former: [String: MediaNode] = [:]
    ) throws(FeedProviderViolation) {
        for page in pages {
            lastChanges += page.changes.count
            cursor = page.cursor
            for change in page.changes {
                switch change {
                case .media(let node):
                    remove(node.pathKey)
                    photos[node.pathKey] = node
                case .folder(let folder): photos[folder.pathKey] = nil
                case .otherFile(let path), .deleted(let path): remove(path)
                case .unchanged(let path):
                    photos.merge(former.filter { $0.key.hasPrefix(path + "/") }) { $1 }
                case .unlisted(let path, let error):
                    throw FeedProviderViolation("\(path) was not listed: \(error)")
                }
            }
        }
        guard pages.last?.hasMore == false else {
            throw FeedProviderViolation("the last page states that more pages follow")
        }
    }

    private func remove(_ path: String) {
        photos = photos.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }
}
