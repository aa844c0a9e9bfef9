public import Scheduling
public import Signals

/// Keeps a library identical to the content that a fetcher delivers.
///
/// A business-logic service, confined to the scheduler of the services that it uses. It has no
/// state between runs: all state is in the library, so that a run may end at any moment.
///
/// ```swift
/// let feed = SchedulerBound<any FeedSynchronizer>(on: business) {
///     let connection = FeedConnection(gateway: try gateway.get(in: $0), credential: credential)
///     return try MirroringSynchronizer(
///         library: library.get(in: $0), provider: .example, connection: connection)
/// }
/// feed.signal { $0.synchronize(SyncOptions()) }.deliver(to: presenter) { $0.show($1) }
/// ```
@Schedulable
public final class MirroringSynchronizer: FeedSynchronizer {
    private let nodes: any NodeFetcher
    private let thumbnails: any ThumbnailFetcher
    private let library: any FeedWriter
    private let accounts: (any AccountFetcher)?
    private let capabilities: FeedCapabilities
    private let home: SchedulerIsolation

    /// Creates a synchronizer that updates `library` from `nodes` and `thumbnails`.
    ///
    /// - Parameters:
    ///   - thumbnails: `nil` for a provider without thumbnails. Each photo then has the failure
    ///     `.providerWithoutThumbnails`.
    ///   - accounts: returns the account of a new credential; `nil` for a server without accounts.
    ///   - capabilities: the properties of the provider's files and changes.
    ///   - home: the scheduler of the fetchers and the library.
    public init(
        nodes: any NodeFetcher, thumbnails: (any ThumbnailFetcher)?, library: any FeedWriter,
        accounts: (any AccountFetcher)? = nil, capabilities: FeedCapabilities = FeedCapabilities(),
        home: SchedulerIsolation
    ) {
        self.accounts = accounts
        self.nodes = nodes
        self.thumbnails = thumbnails ?? AbsentThumbnailFetcher()
        self.library = library
        self.capabilities = capabilities
        self.home = home
    }

    /// Creates a synchronizer that updates `library` from `provider`.
    ///
    /// - Throws: the error of `FeedProvider.makeFetchers(_:)`.
    public convenience init(
        library: any FeedWriter, provider: FeedProvider, connection: FeedConnection
    ) throws {
        let fetchers = try provider.makeFetchers(connection)
        self.init(
            nodes: fetchers.nodes, thumbnails: fetchers.thumbnails, library: library,
            accounts: fetchers.accounts, capabilities: provider.capabilities,
            home: connection.home)
    }

    /// Returns a signal of one run; see `FeedSynchronizer`.
    public func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError> {
        Signal { [nodes, thumbnails, library, accounts, capabilities, home] observer in
            do throws(FeedError) {
                let runner = try SyncRunner(
                    nodes: nodes, thumbnails: thumbnails, library: library, accounts: accounts,
                    capabilities: capabilities, options: options, home: home, observer: observer)
                observer.onDispose { runner.cancel() }
                runner.begin()
            } catch {
                observer.fail(error)
            }
        }
    }
}
