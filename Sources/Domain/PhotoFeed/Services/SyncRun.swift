import Signals

/// The state of one run of a `MirroringSynchronizer`: pages first, then thumbnails.
///
/// A pure state machine: each input returns the actions to perform, in order. `SyncRunner` performs
/// them.
struct SyncRun {
    /// The maximum number of listings in a run; a server that requires more counts as broken.
    static let listingLimit = 5
    /// The maximum number of changes in memory that wait for the end of the pages.
    static let heldChangesLimit = 500_000

    /// An action that the owner of the machine performs.
    enum Action: Equatable {
        /// Sends an event of the run.
        case send(SyncEvent)
        /// Asks for the account, which is the input of `received(_:)`.
        case requestAccount
        /// Requests the pages from a position, which are inputs of `received(_:)`.
        case requestPages(FeedStart)
        /// Stores pages, and answers with `stored(_:pages:unsupported:)`, or with
        /// `refused(_:_:)` if they exceed the limit of removals.
        case store([FeedPage], Preparation)
        /// Reads the size of thumbnails and the statistics, and answers with `counted`.
        case count
        /// Fetches thumbnails, whose results are inputs of `received(_:paths:)`.
        case fetchThumbnails(ThumbnailSize)
        /// Ends the run in the library, and answers with `closed(_:)`.
        case close(counts: Bool)
        /// Ends the run.
        case end(Completion<FeedError>)
    }

    /// The writes that precede the first page of a run.
    ///
    /// Until the server has answered, the library stays unchanged.
    struct Preparation: Equatable {
        enum SourceChange: Equatable { case none, adopts(FeedSource), begins(FeedSource) }

        var sourceChange = SourceChange.none
        /// Whether the credential of the options is stored.
        var storesCredential = false
        /// The size of thumbnails that is chosen from now on.
        var size: ThumbnailSize?
    }

    /// The state of the library at the beginning of a run.
    struct LibraryState {
        let state: FeedState
        /// Whether the library has no photos and videos.
        let isEmpty: Bool
        /// Whether the credential of the options is the one that is stored.
        let hasCredential: Bool
    }

    private let options: SyncOptions
    private let capabilities: FeedCapabilities
    private let hasAccounts: Bool
    private let library: LibraryState
    /// The source of the options, with the account once it is known.
    private var source: FeedSource
    /// The position from which the pages are read.
    private var position = FeedStart.beginning(folder: "")
    /// The progress so far.
    private(set) var progress = SyncProgress()
    private var listings = 0
    private var preparation = Preparation()
    /// The pages whose removals exceed the limit so far.
    ///
    /// A photo that was moved is removed first, and may be found again on a later page.
    private var heldPages: [FeedPage] = []

    /// Creates a run.
    ///
    /// - Parameter hasAccounts: whether the provider can be asked for the account.
    init(
        _ options: SyncOptions, capabilities: FeedCapabilities, hasAccounts: Bool,
        library: LibraryState
    ) {
        self.options = options
        self.capabilities = capabilities
        self.hasAccounts = hasAccounts
        self.library = library
        source = options.source
        if options.fetchesThumbnails { preparation.size = options.thumbnailSize }
    }

    // MARK: The beginning

    /// Begins the run.
    mutating func start() -> [Action] {
        if let followed = library.state.source, !followed.matches(source, capabilities),
            let refusal = replacementRefusal(of: followed)
        {
            // Rejected without a request if the folder or the server differs.
            return [refusal]
        }
        guard hasAccounts, options.credential != nil else { return begin() }
        if let account = library.state.source?.account, library.hasCredential {
            source = source.with(account)
            return begin()
        }
        preparation.storesCredential = true
        return [.requestAccount]
    }

    /// Takes the account of the credential.
    mutating func received(_ account: FeedAccount) -> [Action] {
        source = source.with(account)
        return []
    }

    /// Takes the end of the request for the account.
    mutating func accountEnded(_ completion: Completion<FeedError>) -> [Action] {
        completion == .completed ? begin() : [.end(completion)]
    }

    /// Continues from the state of the library, once the source is known with its account.
    private mutating func begin() -> [Action] {
        switch library.state {
        case .empty: return list(.first)
        case .following(let source, let cursor): return resume(source, .cursor(cursor))
        case .listing(let source, let cursor):
            progress.isListing = true
            return resume(source, cursor.map { .cursor($0) } ?? .beginning(folder: source.folder))
        }
    }

    /// Continues from `start` in the history of `followed`, the library's source.
    private mutating func resume(_ followed: FeedSource, _ start: FeedStart) -> [Action] {
        guard followed.matches(source, capabilities) else {
            if let refusal = replacementRefusal(of: followed) { return [refusal] }
            return list(.first)
        }
        source = source.with(source.account ?? followed.account)
        preparation.sourceChange = followed == source ? .none : .adopts(source)
        return read(from: start)
    }

    /// The failure of a run that may not replace `followed`; `nil` if it may.
    private func replacementRefusal(of followed: FeedSource) -> Action? {
        guard !options.replacesSource, !library.isEmpty else { return nil }
        let isAccountKnown = followed.account != nil && source.account != nil
        let (former, present) =
            isAccountKnown ? (followed, source) : (followed.with(nil), source.with(nil))
        let error = FeedError(
            .followsAnotherSource, "the library follows \(former), but this run is for \(present)")
        return .end(.failed(error))
    }

    // MARK: Pages

    private mutating func list(_ reason: ListingReason) -> [Action] {
        listings += 1
        progress.isListing = true
        progress.unlisted = 0
        heldPages = []
        guard listings <= Self.listingLimit else {
            let error = FeedError(
                .malformedAnswer,
                "the server has required a new listing \(Self.listingLimit) times in one run")
            return [.end(.failed(error))]
        }
        preparation.sourceChange = .begins(source)
        return [.send(.listing(reason))] + read(from: .beginning(folder: source.folder))
    }

    private mutating func read(from start: FeedStart) -> [Action] {
        position = start
        return [.requestPages(start)]
    }

    /// Takes a page.
    mutating func received(_ page: FeedPage) -> [Action] {
        let pages = heldPages + [page]
        let isDecided =
            heldPages.isEmpty || !page.hasMore || Self.changes(of: pages) > Self.heldChangesLimit
        guard isDecided else {
            heldPages = pages
            return []
        }
        defer { preparation = Preparation() }
        return [.store(pages, preparation)]
    }

    /// The removals that the run may make.
    var removalLimit: RemovalLimit { options.replacesSource ? .unlimited : options.removalLimit }

    private static func changes(of pages: [FeedPage]) -> Int {
        pages.reduce(0) { $0 + $1.changes.count }
    }

    /// Takes pages that were not stored, because their removals exceed the limit.
    mutating func refused(_ pages: [FeedPage], _ error: FeedError) -> [Action] {
        guard pages.last?.hasMore == true, Self.changes(of: pages) <= Self.heldChangesLimit else {
            return [.end(.failed(error))]
        }
        heldPages = pages
        return []
    }

    /// Takes the result of pages that were stored.
    ///
    /// - Parameters:
    ///   - pages: the pages.
    ///   - unsupported: the photos and videos that the pages have added in formats without
    ///     thumbnails. The server is not asked for thumbnails of these formats.
    mutating func stored(
        _ summary: ChangeSummary, pages: [FeedPage], unsupported: [(id: NodeID, path: String)]
    ) -> [Action] {
        heldPages = []
        progress.changeSummary += summary
        progress.pages += pages.count
        progress.changes += Self.changes(of: pages)
        var failures = unsupported.map { report(.unsupportedFormat, of: $0.id, path: $0.path) }
        for case .unlisted(let path, let error) in pages.lazy.flatMap(\.changes) {
            progress.changes -= 1
            progress.unlisted += 1
            failures.append(.send(.unlisted(path: path, error)))
        }
        return failures + [.send(.progress(progress))]
    }

    /// Takes the end of the pages.
    mutating func pagesEnded(_ completion: Completion<FeedError>) -> [Action] {
        switch (completion, position) {
        case (.completed, _):
            guard options.fetchesThumbnails else { return close() }
            progress.phase = .thumbnails
            return [.count]
        case (.failed(let error), _) where error.code == .cursorReset:
            return list(capabilities.changes == .tags ? .contentChanged : .cursorReset)
        case (.failed(let error), .cursor) where error.code == .folderNotFound:
            return list(.folderVanished)
        case (.failed, _): return [.end(completion)]
        }
    }

    // MARK: Thumbnails

    /// Takes the size of thumbnails and the number of those to fetch.
    mutating func counted(_ statistics: LibraryStatistics, size: ThumbnailSize) -> [Action] {
        progress.statistics = statistics
        progress.pendingThumbnails = statistics.pendingThumbnails
        let isDone = statistics.pendingThumbnails == 0
        return [.send(.progress(progress))] + (isDone ? close() : [.fetchThumbnails(size)])
    }

    /// Takes results of thumbnails that were stored, with the paths of those that failed.
    mutating func received(_ results: [ThumbnailResult], paths: [NodeID: String]) -> [Action] {
        var actions: [Action] = []
        for result in results {
            switch result.result {
            case .picture(let bytes, _):
                progress.thumbnails += 1
                if result.pending.isResize { progress.resizedThumbnails += 1 }
                progress.thumbnailBytes += Int64(bytes.count)
            case .failure(let failure):
                let id = result.pending.id
                actions.append(report(failure, of: id, path: paths[id] ?? id.rawValue))
            }
        }
        return actions + [.send(.progress(progress))]
    }

    /// Takes the end of the thumbnails.
    mutating func thumbnailsEnded(_ completion: Completion<FeedError>) -> [Action] {
        completion == .completed ? close() : [.end(completion)]
    }

    private mutating func report(
        _ failure: ThumbnailFailure, of id: NodeID, path: String
    ) -> Action {
        if failure.isUnsupported {
            progress.unsupportedThumbnails += 1
        } else {
            progress.failedThumbnails += 1
        }
        return .send(.thumbnailFailed(id, path: path, failure))
    }

    // MARK: Progress and end

    /// Takes the beginning or the end of a pause.
    mutating func paused(_ pause: FeedPause?) -> [Action] {
        guard pause != progress.pause else { return [] }
        progress.pause = pause
        return [.send(.progress(progress))]
    }

    private func close() -> [Action] {
        [.close(counts: progress.statistics?.pendingThumbnails != 0)]
    }

    /// Takes the end of the run in the library; `statistics` is `nil` if it did not count.
    mutating func closed(_ statistics: LibraryStatistics?) -> [Action] {
        progress.statistics = statistics ?? progress.statistics
        progress.phase = .done
        progress.pause = nil
        return [.send(.finished(progress)), .end(.completed)]
    }
}

extension FeedSource {
    fileprivate func matches(_ other: FeedSource, _ capabilities: FeedCapabilities) -> Bool {
        matches(other, isCaseSensitive: capabilities.hasCaseSensitivePaths)
    }
}
