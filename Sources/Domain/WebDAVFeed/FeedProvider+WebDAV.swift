import HTTPGateway
public import PhotoFeed

extension FeedProvider {
    /// A server that speaks WebDAV (RFC 4918), such as Nextcloud, ownCloud, Apache or rclone.
    ///
    /// The connection's endpoint is the address of the folder of the account, for example
    /// `https://cloud.example.org/remote.php/dav/files/ada`.
    public static let webDAV = webDAV(at: nil, pageLimit: 2_000)

    /// Returns the provider with the address of a server that replaces a missing endpoint.
    static func webDAV(at address: String?, pageLimit: Int) -> FeedProvider {
        FeedProvider(
            name: "webdav", displayName: "WebDAV",
            hosts: FeedHosts(name: "webdav", addresses: [], domains: []),
            credentialForm: .password, thumbnailSizes: [],
            capabilities: FeedCapabilities(
                hasStableIDs: false, hasCaseSensitivePaths: true, changes: .tags,
                hasContentHashes: false)
        ) { connection in
            guard let url = try connection.endpoint ?? address.map({ try HTTPURL($0) }) else {
                throw FeedError(.requestRefused, "WebDAV needs the address of a server")
            }
            guard let base = WebDAVBase(url) else {
                throw FeedError(.requestRefused, "the address of the server is not valid")
            }
            let user =
                switch connection.credential.content {
                case .password(_, let user): user
                case .account(let account): account.rawValue
                case .accessToken: ""
                }
            let pacer = connection.pacer()
            let host = try connection.host(at: url.string, pacer: pacer)
            let server = WebDAVServerBase.address(above: url)
                .map { connection.host(above: $0, pacer: pacer) }
            let nodes = WebDAVNodeFetcher(host: host, base: base, pageLimit: pageLimit)
            var fetchers = FeedFetchers(
                nodes: nodes,
                thumbnails: thumbnails(from: server, nodes),
                accounts: WebDAVAccountFetcher(host: host, base: base, user: user),
                originals: WebDAVOriginalFetcher(host: host),
                probe: WebDAVProbe(host: host, server: server, base: base))
            fetchers.locator = WebDAVLocator(
                host: try connection.anonymousHost(at: url.string), url: url, user: user)
            return fetchers
        }
    }

    /// Makes the fetcher of thumbnails, whose strategies depend on what the listings have shown.
    private static func thumbnails(
        from server: HTTPHost?, _ nodes: WebDAVNodeFetcher
    ) -> WebDAVThumbnailFetcher {
        var strategies: [WebDAVThumbnailFetcher.Strategy] = []
        if let server {
            strategies.append(
                WebDAVThumbnailFetcher.Strategy(
                    fetcher: WebDAVPreviewFetcher(host: server),
                    isAllowed: { nodes.abilities[.previews] == true }))
        }
        return WebDAVThumbnailFetcher(strategies)
    }
}
