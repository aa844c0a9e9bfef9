import Scheduling
import Signals
import TextFormats

/// The making of one plan by a `SyncPlanner`.
@Schedulable
final class PlanningRun {
    /// The number of runs whose speed counts.
    private static let historyLimit = 10
    /// The number of entries that are read at once.
    private static let limit = 1_000

    private let fetchers: FeedFetchers
    private let library: (any FeedReader)?
    private let options: SyncOptions
    private let visit: ((FeedItem) -> Void)?
    private let observer: Observer<SyncPlan, FeedError>
    private let subscriptions = Disposable()
    private let size: ThumbnailSize
    /// Whether the run would fetch the stored thumbnails in another size.
    private let isResize: Bool
    private var run: SyncRun
    private var plan = SyncPlan()
    private var forecast = ThumbnailForecast()
    /// The photos of the library whose thumbnails are wanted before any change.
    private var wantedBefore: Set<NodeID> = []
    /// The photos and videos that the pages have added or changed.
    private var nodes: [NodeID: MediaNode] = [:]
    /// The numbers of these changes.
    private var order: [NodeID: Int] = [:]
    /// The folders that the listing states as unchanged.
    private var unchanged: Set<ByteEqualString> = []

    init(
        _ fetchers: FeedFetchers, _ capabilities: FeedCapabilities,
        _ library: (any FeedReader)?, _ options: SyncOptions,
        visit: ((FeedItem) -> Void)?, observer: Observer<SyncPlan, FeedError>
    ) throws(FeedError) {
        self.fetchers = fetchers
        self.library = library
        self.options = options
        self.visit = visit
        self.observer = observer
        let chosen = try library?.thumbnailSize()
        size = options.thumbnailSize ?? chosen ?? .medium
        isResize = (chosen ?? .medium) != size
        var state = SyncRun.LibraryState(state: .empty, isEmpty: true, hasCredential: false)
        if let library {
            var hasCredential = false
            if let credential = options.credential {
                hasCredential = try library.hasStored(credential)
            }
            state = SyncRun.LibraryState(
                state: try library.state(),
                isEmpty: try library.window(FeedQuery(limit: 1)).items.isEmpty,
                hasCredential: hasCredential)
        }
        run = SyncRun(
            options, capabilities: capabilities, hasAccounts: fetchers.accounts != nil,
            library: state)
    }

    func begin() {
        do throws(FeedError) {
            if options.fetchesThumbnails, fetchers.thumbnails != nil {
                wantedBefore = try wantedNow()
            }
            forecastFromLibrary()
        } catch {
            return observer.fail(error)
        }
        perform { $0.start() }
    }

    func cancel() { subscriptions.dispose() }

    private func forecastFromLibrary() {
        forecast = ThumbnailForecast()
        nodes = [:]
        for id in wantedBefore { forecast.want(id) }
    }

    /// The photos whose thumbnails the library lacks before the run.
    private func wantedNow() throws(FeedError) -> Set<NodeID> {
        guard let library else { return [] }
        var found: Set<NodeID> = []
        var position: FeedPosition?
        while true {
            let pending = try library.pendingThumbnails(
                after: position, limit: Self.limit, withMediaInfo: options.mediaInfo)
            found.formUnion(pending.map(\.id))
            position = pending.last?.position
            if pending.count < Self.limit { break }
        }
        guard isResize else { return found }
        var query: FeedQuery? = FeedQuery(limit: Self.limit)
        while let part = query {
            let window = try library.window(part)
            for item in window.items {
                if case .stored = item.thumbnail { found.insert(item.node.id) }
            }
            query = window.next.map { part.continuing(after: $0) }
        }
        return found
    }

    private func perform(_ input: (inout SyncRun) -> [SyncRun.Action]) {
        guard !observer.isDisposed else { return }
        for action in input(&run) where !observer.isDisposed {
            do throws(FeedError) { try perform(action) } catch { observer.fail(error) }
        }
    }

    private func perform(_ action: SyncRun.Action) throws(FeedError) {
        switch action {
        case .send(.listing(let reason)):
            plan.listing = reason
            (plan.pages, plan.changes) = (0, 0)
            // The listing decides which photos are still there.
            forecast = ThumbnailForecast()
            nodes = [:]
            unchanged = []
            plan.unlisted = []
        case .send: break
        case .requestAccount:
            plan.accountRequests = 1
            perform { $0.accountEnded(.completed) }
        case .requestPages(let start):
            if case .beginning = start { plan.listing = plan.listing ?? .first }
            subscriptions.add(
                fetchers.nodes.pages(from: start).observe(
                    { [weak self] page in self?.perform { $0.received(page) } },
                    ended: { [weak self] completion in
                        self?.perform { $0.pagesEnded(completion) }
                    }))
        case .store(let pages, _):
            for page in pages { try take(page) }
            perform { $0.stored(ChangeSummary(), pages: pages, unsupported: []) }
        case .count, .close: try finish()
        case .end(let completion):
            if case .failed(let error) = completion { observer.fail(error) }
        case .fetchThumbnails: break
        }
    }

    private func take(_ page: FeedPage) throws(FeedError) {
        plan.pages += 1
        plan.changes += page.changes.count
        for case .unlisted(_, let error) in page.changes {
            plan.changes -= 1
            plan.unlisted.append(error)
        }
        let isFetching = options.fetchesThumbnails && fetchers.thumbnails != nil
        guard isFetching || visit != nil else { return }
        for change in page.changes {
            if case .media(let node) = change { nodes[node.id] = node }
            switch change {
            case .unchanged(let path), .unlisted(let path, _):
                unchanged.insert(ByteEqualString(path))
            default: break
            }
            try forecast.apply(change) { node throws(FeedError) in
                isFetching ? try isWanted(node) : false
            }
            if case .media(let node) = change { order[node.id] = forecast.lastChange }
        }
    }

    private func isWanted(_ node: MediaNode) throws(FeedError) -> Bool {
        guard node.hasThumbnailFormat else { return false }
        guard let item = try library?.item(node.id), item.node.revision == node.revision else {
            return true
        }
        return item.thumbnail == .pending || wantedBefore.contains(node.id)
    }

    /// Whether a photo of the library stays as it was, because the listing says so or lacks it.
    private func isUnchanged(_ path: String) -> Bool {
        path.isAtOrBelow { unchanged.contains(ByteEqualString($0)) }
            || unchanged.contains(ByteEqualString(""))
    }

    /// Adds the thumbnails that the library lacks in folders that are unchanged.
    private func wantUnchanged() throws(FeedError) {
        guard let library, !unchanged.isEmpty else { return }
        for id in wantedBefore where nodes[id] == nil {
            if let item = try library.item(id), isUnchanged(item.node.pathKey) {
                forecast.want(id)
            }
        }
    }

    private func finish() throws(FeedError) {
        try wantUnchanged()
        plan.thumbnails = try forecast.count { [nodes, library] id throws(FeedError) in
            if let node = nodes[id] { return node.pathKey }
            return try library?.item(id)?.node.pathKey
        }
        plan.thumbnailRequests = requestCount(for: plan.thumbnails)
        try takeHistory()
        try visitItems()
        observer.send(plan)
        observer.complete()
    }

    private func requestCount(for thumbnails: Int) -> Int {
        fetchers.thumbnails?.requestCount(
            for: thumbnails, size: size, withMediaInfo: options.mediaInfo) ?? 0
    }

    /// Visits the photos and videos that the library would have.
    private func visitItems() throws(FeedError) {
        guard let visit else { return }
        // A listing from the beginning contains all of them, or states that they are unchanged.
        let isListing = plan.listing != nil
        var query: FeedQuery? =
            isListing && unchanged.isEmpty ? nil : FeedQuery(limit: Self.limit)
        while let part = query, let library {
            let window = try library.window(part)
            for item in window.items
            where nodes[item.node.id] == nil
                && (!isListing || isUnchanged(item.node.pathKey))
                && !forecast.isRemoved(item.node.pathKey, after: 0)
            {
                visit(item)
            }
            query = window.next.map { part.continuing(after: $0) }
        }
        for (id, node) in nodes.sorted(by: { $0.value.date > $1.value.date })
        where !forecast.isRemoved(node.pathKey, after: order[id] ?? 0) {
            let known = try library?.item(id)
            let isSame = known?.node.revision == node.revision
            visit(
                FeedItem(
                    node: node, displayPath: node.pathDisplay ?? node.pathKey,
                    thumbnail: isSame ? known?.thumbnail ?? .pending : .pending))
        }
    }

    /// Takes the speed of the last runs.
    private func takeHistory() throws(FeedError) {
        let runs = try (library?.syncHistory() ?? []).map(\.summary)
            .filter { $0.outcome == .finished && $0.pages + $0.thumbnails > 0 }
            .prefix(Self.historyLimit)
        let speeds = runs.compactMap { run -> Double? in
            let requests = run.pages + requestCount(for: run.thumbnails)
            return requests == 0 ? nil : (run.duration / .seconds(1)) / Double(requests)
        }
        if let least = speeds.min(), let most = speeds.max() {
            plan.secondsPerRequest = least...most
        }
        let fetched = runs.reduce(0) { $0 + $1.thumbnails }
        if fetched > 0 {
            let bytes = runs.reduce(0 as Int64) { $0.addingSaturated($1.bytes) }
            let (product, isTooLarge) = (bytes / Int64(fetched))
                .multipliedReportingOverflow(by: Int64(plan.thumbnails))
            plan.thumbnailBytes = isTooLarge ? .max : product
        } else if plan.thumbnails == 0 {
            plan.thumbnailBytes = 0
        }
    }
}
