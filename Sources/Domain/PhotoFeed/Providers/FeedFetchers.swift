/// The fetchers of a provider, for one credential.
///
/// They belong to the scheduler on which they were made.
public struct FeedFetchers {
    /// The fetcher of pages.
    public let nodes: any NodeFetcher
    /// The fetcher of thumbnails; `nil` if the provider makes no thumbnails.
    public let thumbnails: (any ThumbnailFetcher)?
    /// The probe of the server's abilities; `nil` if all servers of the provider have the same.
    public let capabilities: (any CapabilityProbe)?
    /// The fetcher of the account; `nil` if the provider has no accounts.
    public let accounts: (any AccountFetcher)?
    /// The fetcher of original files; `nil` if the provider has none.
    public let originals: (any OriginalFetcher)?
    /// The service that waits for changes; `nil` if the provider does not notify.
    public let changes: (any ChangeNotifier)?

    /// Creates a group of fetchers.
    public init(
        nodes: any NodeFetcher, thumbnails: (any ThumbnailFetcher)? = nil,
        capabilities: (any CapabilityProbe)? = nil,
        accounts: (any AccountFetcher)? = nil, originals: (any OriginalFetcher)? = nil,
        changes: (any ChangeNotifier)? = nil
    ) {
        self.nodes = nodes
        self.thumbnails = thumbnails
        self.capabilities = capabilities
        self.accounts = accounts
        self.originals = originals
        self.changes = changes
    }
}
