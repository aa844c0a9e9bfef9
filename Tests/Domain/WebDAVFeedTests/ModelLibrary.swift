import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals

@testable import WebDAVFeed

/// A library in its plainest form, which follows a server through runs that may be killed.
///
/// It removes nothing but what a change states, and at the end of a listing what the listing did
/// not mention.
final class ModelLibrary {  // not @Schedulable: used by one test
    /// The end of a run.
    enum End: Equatable {
        case completed
        case killed
        case failed(FeedError)

        var error: FeedError? {
            if case .failed(let error) = self { error } else { nil }
        }
    }

    private struct Entry {
        let node: MediaNode
        var generation: Int
    }

    private let fixture: WebDAVFixture
    private let scheduler: VirtualScheduler
    private var entries: [String: Entry] = [:]
    private var generation = 0
    private var isListing = true
    private var cursor: FeedCursor?
    /// The changes of the last run.
    private(set) var lastChanges: [NodeChange] = []
    /// The errors of what the last run has not listed.
    private(set) var unlisted: [FeedError] = []
    /// The requests of the last run.
    private(set) var lastRequests: [String] = []

    init(_ fixture: WebDAVFixture, on scheduler: VirtualScheduler) {
        self.fixture = fixture
        self.scheduler = scheduler
    }

    /// The revision of each photo, by its path.
    var revisions: [String: String] { entries.mapValues(\.node.revision) }

    /// The revisions that a complete mirror would have.
    var expected: [String: String] {
        fixture.tree.files.filter { MediaFormats.isMedia($0.key) }.mapValues { "\($0.tag)" }
    }

    /// The cursor as the provider reads it.
    var position: WebDAVCursor? { cursor.flatMap(WebDAVCursor.init) }

    /// Runs until the end, or until so many pages have arrived.
    ///
    /// - Parameter change: changes an answer; it gets the request as in `WebDAVFixture.requests`.
    @discardableResult
    func run(
        killedAfter limit: Int = .max,
        _ change: @escaping (String, inout StubResponse) -> Void = { _, _ in }
    ) throws -> End {
        let before = fixture.requests.count
        defer { lastRequests = Array(fixture.requests[before...]) }
        lastChanges = []
        unlisted = []
        return try scheduler.enter {
            let fetchers = try fixture.provider.makeFetchers(
                FeedConnection(
                    gateway: fixture.makeGateway(change), credential: fixture.credential))
            var left = limit
            var start = cursor.map { FeedStart.cursor($0) } ?? .beginning(folder: "")
            var isNew = cursor == nil
            for _ in 0..<5 {
                let end = pages(from: start, of: fetchers, isNew: isNew, left: &left)
                guard end.error?.code == .cursorReset else { return end }
                (start, isNew) = (.beginning(folder: ""), true)
            }
            return .failed(FeedError(.cursorReset, "the listings do not end"))
        }
    }

    private func pages(
        from start: FeedStart, of fetchers: FeedFetchers, isNew: Bool, left: inout Int
    ) -> End {
        var isNew = isNew
        var count = left
        var end: Completion<FeedError>?
        let subscription = Disposable()
        subscription.add(
            fetchers.nodes.pages(from: start).observe(
                { page in
                    guard count > 0 else { return }
                    if isNew {
                        self.generation += 1
                        self.isListing = true
                        isNew = false
                    }
                    self.apply(page)
                    count -= 1
                    if count == 0 { subscription.dispose() }
                }, ended: { end = $0 }))
        scheduler.run()
        left = count
        return switch end {
        case .completed?: .completed
        case .failed(let error)?: .failed(error)
        case nil: .killed
        }
    }

    private func apply(_ page: FeedPage) {
        lastChanges += page.changes
        for change in page.changes {
            switch change {
            case .media(let node):
                remove(node.pathKey)
                entries = entries.filter { $0.value.node.id != node.id }
                entries[node.pathKey] = Entry(node: node, generation: generation)
            case .folder(let folder): entries[folder.pathKey] = nil
            case .otherFile(let path), .deleted(let path): remove(path)
            case .unchanged(let path):
                for (key, entry) in entries where key.hasPrefix(path + "/") {
                    entries[key] = Entry(node: entry.node, generation: generation)
                }
            case .unlisted(let path, let error):
                unlisted.append(error)
                for (key, entry) in entries where key == path || key.hasPrefix(path + "/") {
                    entries[key] = Entry(node: entry.node, generation: generation)
                }
            }
        }
        cursor = page.cursor
        guard isListing, !page.hasMore else { return }
        entries = entries.filter { $0.value.generation == generation }
        isListing = false
    }

    private func remove(_ path: String) {
        entries = entries.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }
}
