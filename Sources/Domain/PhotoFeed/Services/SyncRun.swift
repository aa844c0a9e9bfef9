import Scheduling
import Signals

/// One run of a `MirroringSynchronizer`: pages first, then thumbnails.
@Schedulable
final class SyncRun {
    /// The maximum number of listings in a run; a server that requires more counts as broken.
    private static let listingLimit = 5

    private let nodes: any NodeFetcher
    private let library: any FeedLibrary
    private let options: SyncOptions
    private let observer: Observer<SyncEvent, FeedError>
    private let thumbnails: any ThumbnailFetcher
    private let accounts: (any AccountFetcher)?
    private let capabilities: FeedCapabilities
    /// The source of the options, with the account once it is known.
    private var source: FeedSource
    private let subscriptions = Disposable()
    private var progress = SyncProgress()
    private var listings = 0
    /// The change of the library's source that is stored with the first page.
    ///
    /// Until the server has answered, the library stays unchanged.
    private var pendingSourceChange = SourceChange.none
    /// The credential to store with the first page.
    private var newCredential: FeedCredential?

    private enum SourceChange { case none, adopts, begins }

    init(
        nodes: any NodeFetcher, thumbnails: any ThumbnailFetcher, library: any FeedLibrary,
        accounts: (any AccountFetcher)?, capabilities: FeedCapabilities, options: SyncOptions,
        observer: Observer<SyncEvent, FeedError>
    ) {
        self.capabilities = capabilities
        self.accounts = accounts
        source = options.source
        self.nodes = nodes
        self.library = library
        self.options = options
        self.observer = observer
        self.thumbnails = thumbnails
    }

    func start() {
        subscriptions.add(
            nodes.pauses.combineLatest(with: thumbnails.pauses).observe { [weak self] pauses in
                self?.report(pauses.0 ?? pauses.1)
            })
        attempt { () throws(FeedError) in
            let state = try library.state()
            if let source = state.source, !matches(source, options.source) {
                // Rejected without a request if the folder or the server differs.
                try checkReplacement(of: source)
            }
            guard let accounts, let credential = options.credential else { return try begin(state) }
            if let account = state.source?.account, try library.hasStored(credential) {
                source = source.with(account)
                return try begin(state)
            }
            newCredential = credential
            subscriptions.add(
                accounts.account().observe(
                    { [weak self] account in self.map { $0.source = $0.source.with(account) } },
                    ended: { [weak self] completion in
                        switch completion {
                        case .completed:
                            self?.attempt { () throws(FeedError) in
                                try self?.begin(state)
                            }
                        case .failed(let error): self?.observer.fail(error)
                        }
                    }))
        }
    }

    /// Continues from `state`, once the source is known with its account.
    private func begin(_ state: FeedState) throws(FeedError) {
        switch state {
        case .empty: try list(.first)
        case .following(let source, let cursor): try resume(source, .cursor(cursor))
        case .listing(let source, let cursor?): try resume(source, .cursor(cursor))
        case .listing(let source, nil): try resume(source, .beginning(folder: source.folder))
        }
    }

    /// Continues from `start` in the history of `followed`, the library's source.
    private func resume(_ followed: FeedSource, _ start: FeedStart) throws(FeedError) {
        if matches(followed, source) {
            source = source.with(source.account ?? followed.account)
            pendingSourceChange = followed == source ? .none : .adopts
            return read(from: start)
        }
        try checkReplacement(of: followed)
        try list(.first)
    }

    private func matches(_ followed: FeedSource, _ source: FeedSource) -> Bool {
        followed.matches(source, isCaseSensitive: capabilities.hasCaseSensitivePaths)
    }

    /// Throws instead of replacing `followed`, unless the options allow it or the library is empty.
    private func checkReplacement(of followed: FeedSource) throws(FeedError) {
        guard !options.replacesSource, try !library.window(FeedQuery(limit: 1)).items.isEmpty else {
            return
        }
        let isAccountKnown = followed.account != nil && source.account != nil
        let (former, present) =
            isAccountKnown ? (followed, source) : (followed.with(nil), source.with(nil))
        throw FeedError(
            .followsAnotherSource, "the library follows \(former), but this run is for \(present)"
        )
    }

    func cancel() {
        subscriptions.dispose()
    }

    // MARK: Pages

    private func list(_ reason: ListingReason) throws(FeedError) {
        listings += 1
        guard listings <= Self.listingLimit else {
            throw FeedError(
                .malformedAnswer,
                "the server has required a new listing \(Self.listingLimit) times in one run")
        }
        pendingSourceChange = .begins
        observer.send(.listing(reason))
        read(from: .beginning(folder: source.folder))
    }

    private func read(from start: FeedStart) {
        let pages = nodes.pages(from: start)
        subscriptions.add(
            pages.observe(
                { [weak self] page in self?.take(page) },
                ended: { [weak self] completion in
                    switch completion {
                    case .completed: self?.fetchThumbnails()
                    case .failed(let error): self?.readingFailed(error, from: start)
                    }
                }))
    }

    private func take(_ page: FeedPage) {
        attempt { () throws(FeedError) in
            switch pendingSourceChange {
            case .none: break
            case .adopts: try library.setSource(source)
            case .begins: try library.beginListing(of: source)
            }
            pendingSourceChange = .none
            if let credential = newCredential { try library.storeCredential(credential) }
            newCredential = nil
            if options.fetchesThumbnails, let size = options.thumbnailSize {
                try library.setThumbnailSize(size)
            }
            let unsupported = try newUnsupported(in: page)
            progress.changeSummary += try library.apply(page)
            progress.pages += 1
            progress.changes += page.changes.count
            for id in unsupported {
                // A later change of the page may have removed it again.
                guard let path = try library.displayPath(of: id) else { continue }
                report(.unsupportedFormat, of: id, path: path)
            }
            observer.send(.progress(progress))
        }
    }

    /// Returns the photos and videos that `page` adds in formats without thumbnails.
    ///
    /// The server is not asked for thumbnails of these formats.
    private func newUnsupported(in page: FeedPage) throws(FeedError) -> [NodeID] {
        guard options.fetchesThumbnails else { return [] }
        var found: [NodeID] = []
        for case .media(let node) in page.changes
        where !node.hasThumbnailFormat {
            if try library.displayPath(of: node.id) == nil { found.append(node.id) }
        }
        return found
    }

    private func readingFailed(_ error: FeedError, from start: FeedStart) {
        attempt { () throws(FeedError) in
            switch (error.code, start) {
            case (.cursorReset, _):
                try list(capabilities.changes == .tags ? .contentChanged : .cursorReset)
            case (.folderNotFound, .cursor): try list(.folderVanished)
            default: throw error
            }
        }
    }

    // MARK: Thumbnails

    private func fetchThumbnails() {
        guard options.fetchesThumbnails else { return finish() }
        attempt { () throws(FeedError) in
            progress.phase = .thumbnails
            let size = try library.thumbnailSize() ?? .medium
            let statistics = try library.statistics(withMediaInfo: options.mediaInfo)
            progress.statistics = statistics
            progress.pendingThumbnails = statistics.pendingThumbnails
            observer.send(.progress(progress))
            guard statistics.pendingThumbnails > 0 else { return finish() }
            let outcomes = ThumbnailRun.outcomes(
                from: thumbnails, into: library, size: size, withMediaInfo: options.mediaInfo)
            subscriptions.add(
                outcomes.observe(
                    { [weak self] outcomes in self?.take(outcomes) },
                    ended: { [weak self] completion in
                        switch completion {
                        case .completed: self?.finish()
                        case .failed(let error): self?.observer.fail(error)
                        }
                    }))
        }
    }

    private func take(_ outcomes: [ThumbnailResult]) {
        attempt { () throws(FeedError) in
            for outcome in outcomes {
                switch outcome.result {
                case .picture(let bytes, _):
                    progress.thumbnails += 1
                    if outcome.pending.isResize { progress.resizedThumbnails += 1 }
                    progress.thumbnailBytes += Int64(bytes.count)
                case .failure(let failure):
                    let id = outcome.pending.id
                    let path = try library.displayPath(of: id) ?? id.rawValue
                    report(failure, of: id, path: path)
                }
            }
            observer.send(.progress(progress))
        }
    }

    private func report(_ failure: ThumbnailFailure, of id: NodeID, path: String) {
        if failure.isUnsupported {
            progress.unsupportedThumbnails += 1
        } else {
            progress.failedThumbnails += 1
        }
        observer.send(.thumbnailFailed(id, path: path, failure))
    }

    // MARK: Progress and end

    private func report(_ pause: FeedPause?) {
        guard pause != progress.pause else { return }
        progress.pause = pause
        observer.send(.progress(progress))
    }

    private func finish() {
        attempt { () throws(FeedError) in
            try library.collectGarbage()
            if progress.statistics?.pendingThumbnails != 0 {
                progress.statistics = try library.statistics(withMediaInfo: options.mediaInfo)
            }
            progress.phase = .done
            progress.pause = nil
            observer.send(.finished(progress))
            observer.complete()
        }
    }

    /// Runs the next step, unless the run is over; an error of the step ends the run.
    private func attempt(_ step: () throws(FeedError) -> Void) {
        guard !observer.isDisposed else { return }
        do throws(FeedError) { try step() } catch { observer.fail(error) }
    }
}
