import Scheduling
import Signals

/// Performs the actions of a `SyncRun` with the fetchers and the library.
@Schedulable
final class SyncRunner {
    private let nodes: any NodeFetcher
    private let thumbnails: any ThumbnailFetcher
    private let accounts: (any AccountFetcher)?
    private let library: any FeedWriter
    private let options: SyncOptions
    private let observer: Observer<SyncEvent, FeedError>
    private let home: SchedulerIsolation
    private let subscriptions = Disposable()
    private let start: SchedulerInstant
    private var run: SyncRun
    private var waits = WaitMeter()
    private var isRecorded = false

    init(
        nodes: any NodeFetcher, thumbnails: any ThumbnailFetcher, library: any FeedWriter,
        accounts: (any AccountFetcher)?, capabilities: FeedCapabilities, options: SyncOptions,
        home: SchedulerIsolation, observer: Observer<SyncEvent, FeedError>
    ) throws(FeedError) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.accounts = accounts
        self.library = library
        self.options = options
        self.observer = observer
        self.home = home
        start = home.scheduler.now
        run = SyncRun(
            options, capabilities: capabilities, hasAccounts: accounts != nil,
            library: try Self.state(of: library, options))
    }

    func begin() {
        subscriptions.add(
            nodes.pauses.combineLatest(with: thumbnails.pauses).observe { [weak self] pauses in
                self?.take(pauses.0 ?? pauses.1)
            })
        perform { $0.start() }
    }

    /// Ends the run; without effect if it is over.
    func cancel() {
        subscriptions.dispose()
        record(.interrupted)
    }

    private func take(_ pause: FeedPause?) {
        waits.take(pause, at: home.scheduler.now)
        perform { $0.paused(pause) }
    }

    /// Records the run in the library, once.
    private func record(_ outcome: SyncSummary.Outcome) {
        guard !isRecorded else { return }
        isRecorded = true
        let (now, progress) = (home.scheduler.now, run.progress)
        // A run that cannot be recorded keeps its own result.
        try? library.recordSync(
            SyncSummary(
                duration: start.duration(to: now), outcome: outcome, pages: progress.pages,
                changes: progress.changeSummary, thumbnails: progress.thumbnails,
                failedThumbnails: progress.failedThumbnails, bytes: progress.thumbnailBytes,
                waits: waits.waits(until: now)))
    }

    private func end(_ completion: Completion<FeedError>) {
        switch completion {
        case .completed: record(.finished)
        case .failed(let error): record(.failed(code: error.code.name, message: error.message))
        }
        observer.end(completion)
    }

    private static func state(
        of library: any FeedWriter, _ options: SyncOptions
    ) throws(FeedError) -> SyncRun.LibraryState {
        var hasCredential = false
        if let credential = options.credential {
            hasCredential = try library.hasStored(credential)
        }
        return SyncRun.LibraryState(
            state: try library.state(),
            isEmpty: try library.window(FeedQuery(limit: 1)).items.isEmpty,
            hasCredential: hasCredential)
    }

    /// Performs the actions of an input, unless the run is over.
    ///
    /// An action that subscribes is the last one of its input, so that events that arrive at once
    /// find the others performed.
    private func perform(_ input: (inout SyncRun) -> [SyncRun.Action]) {
        guard !observer.isDisposed else { return }
        for action in input(&run) where !observer.isDisposed {
            do throws(FeedError) { try perform(action) } catch { end(.failed(error)) }
        }
    }

    private func perform(_ action: SyncRun.Action) throws(FeedError) {
        switch action {
        case .send(let event): observer.send(event)
        case .requestAccount:
            guard let accounts else { return }
            observe(accounts.account(), { $0.received($1) }, ended: { $0.accountEnded($1) })
        case .requestPages(let start):
            observe(nodes.pages(from: start), { $0.received($1) }, ended: { $0.pagesEnded($1) })
        case .store(let pages, let preparation): try store(pages, preparation)
        case .count:
            let size = try library.thumbnailSize() ?? .medium
            let statistics = try library.statistics(withMediaInfo: options.mediaInfo)
            perform { $0.counted(statistics, size: size) }
        case .fetchThumbnails(let size): fetchThumbnails(size)
        case .close(let counts):
            try library.collectGarbage()
            let statistics =
                counts ? try library.statistics(withMediaInfo: options.mediaInfo) : nil
            perform { $0.closed(statistics) }
        case .end(let completion): end(completion)
        }
    }

    private func observe<Value>(
        _ signal: Signal<Value, FeedError>,
        _ value: @escaping (inout SyncRun, Value) -> [SyncRun.Action],
        ended: @escaping (inout SyncRun, Completion<FeedError>) -> [SyncRun.Action]
    ) {
        subscriptions.add(
            signal.observe(
                { [weak self] new in self?.perform { value(&$0, new) } },
                ended: { [weak self] completion in self?.perform { ended(&$0, completion) } }))
    }

    private func store(
        _ pages: [FeedPage], _ preparation: SyncRun.Preparation
    ) throws(FeedError) {
        switch preparation.sourceChange {
        case .none: break
        case .adopts(let source): try library.setSource(source)
        case .begins(let source): try library.beginListing(of: source)
        }
        if preparation.storesCredential, let credential = options.credential {
            try library.storeCredential(credential)
        }
        if let size = preparation.size { try library.setThumbnailSize(size) }
        let candidates = try newUnsupported(in: pages)
        let summary: ChangeSummary
        do throws(FeedError) {
            summary = try library.apply(
                pages, removing: run.removalLimit, after: run.progress.changeSummary)
        } catch  where error.code == .tooManyRemovals {
            return perform { $0.refused(pages, error) }
        }
        var unsupported: [(id: NodeID, path: String)] = []
        for id in candidates {
            // A later change of the page may have removed it again.
            guard let path = try library.displayPath(of: id) else { continue }
            unsupported.append((id, path))
        }
        perform { $0.stored(summary, pages: pages, unsupported: unsupported) }
    }

    /// Returns the photos and videos that `pages` add in formats without thumbnails.
    private func newUnsupported(in pages: [FeedPage]) throws(FeedError) -> [NodeID] {
        guard options.fetchesThumbnails else { return [] }
        var found: [NodeID] = []
        for page in pages {
            for case .media(let node) in page.changes where !node.hasThumbnailFormat {
                if try library.displayPath(of: node.id) == nil { found.append(node.id) }
            }
        }
        return found
    }

    private func fetchThumbnails(_ size: ThumbnailSize) {
        let results = ThumbnailRunner.outcomes(
            from: thumbnails, into: library, size: size, withMediaInfo: options.mediaInfo, in: home)
        subscriptions.add(
            results.observe(
                { [weak self] results in self?.take(results) },
                ended: { [weak self] completion in
                    self?.perform { $0.thumbnailsEnded(completion) }
                }))
    }

    private func take(_ results: [ThumbnailResult]) {
        guard !observer.isDisposed else { return }
        do throws(FeedError) {
            var paths: [NodeID: String] = [:]
            for result in results {
                guard case .failure = result.result else { continue }
                let id = result.pending.id
                paths[id] = try library.displayPath(of: id)
            }
            perform { $0.received(results, paths: paths) }
        } catch {
            end(.failed(error))
        }
    }
}
