public import Scheduling
public import Signals

/// Keeps a library the mirror of what a fetcher brings.
///
/// A business-logic service, confined to the scheduler of its neighbours. It holds no state between
/// runs: all of it is in the library, so that a run may end at any moment.
///
/// ```swift
/// let feed = SchedulerBound<any FeedSynchronizer>(on: business) {
///     try MirroringSynchronizer(nodes: nodes.here($0), thumbnails: thumbnails.here($0), library: library.here($0))
/// }
/// feed.signal { $0.synchronize(SyncOptions()) }.deliver(to: presenter) { $0.show($1) }
/// ```
@Schedulable
public final class MirroringSynchronizer: FeedSynchronizer {
    private let nodes: any NodeFetcher
    private let thumbnails: any ThumbnailFetcher
    private let library: any FeedLibrary
    private let accounts: (any AccountFetcher)?

    /// Brings `library` up to date with `nodes` and `thumbnails`.
    ///
    /// - Parameter accounts: Asked which account a new credential opens; `nil` for a server without accounts.
    public init(
        nodes: any NodeFetcher, thumbnails: any ThumbnailFetcher, library: any FeedLibrary,
        accounts: (any AccountFetcher)? = nil
    ) {
        self.accounts = accounts
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.library = library
    }

    /// One run; see `FeedSynchronizer`.
    public func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError> {
        Signal { [nodes, thumbnails, library, accounts] observer in
            let run = SyncRun(
                nodes: nodes, thumbnails: thumbnails, library: library, accounts: accounts,
                options: options, observer: observer)
            observer.onDispose { run.cancel() }
            run.start()
        }
    }
}
