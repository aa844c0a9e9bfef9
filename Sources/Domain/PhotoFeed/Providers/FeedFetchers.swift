/// The fetchers of a provider, for one credential.
///
/// They belong to the scheduler on which they were made.
///
/// `FeedProvider.makeFetchers(_:)` returns them. A service that is `nil` is one that the provider
/// does not offer.
public struct FeedFetchers {
    /// The fetcher of pages.
    public let nodes: any NodeFetcher
    /// The fetcher of thumbnails; `nil` if the provider makes no thumbnails.
    public let thumbnails: (any ThumbnailFetcher)?
    /// The fetcher of the account; `nil` if the provider has no accounts.
    public let accounts: (any AccountFetcher)?
    /// The fetcher of original files; `nil` if the provider has none.
    public let originals: (any OriginalFetcher)?
    /// The service that waits for changes; `nil` if the provider does not notify.
    public let changes: (any ChangeNotifier)?
    /// The examination of the server's abilities; `nil` if all servers have the same.
    public let probe: (any ServerProbe)?

    /// The search for the address of an account; `nil` if all addresses are known.
    package var locator: (any AccountLocator)?

    /// Creates a group of fetchers.
    public init(
        nodes: any NodeFetcher, thumbnails: (any ThumbnailFetcher)? = nil,
        accounts: (any AccountFetcher)? = nil, originals: (any OriginalFetcher)? = nil,
        changes: (any ChangeNotifier)? = nil, probe: (any ServerProbe)? = nil
    ) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.accounts = accounts
        self.originals = originals
        self.changes = changes
        self.probe = probe
    }
}
