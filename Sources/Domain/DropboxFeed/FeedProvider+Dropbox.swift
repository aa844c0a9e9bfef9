import HTTPGateway
public import PhotoFeed

extension FeedProvider {
    /// Dropbox, or a server that speaks its protocol.
    public static let dropbox = FeedProvider(
        name: "dropbox", displayName: "Dropbox",
        hosts: FeedHosts(
            name: "dropbox.com", addresses: [DropboxHosts.api, DropboxHosts.content],
            domains: ["dropbox.com", "dropboxapi.com"]),
        credentialForm: .accessToken, thumbnailSizes: [.small, .medium, .large],
        thumbnailReasons: [
            "unsupported_image": "Dropbox cannot read the picture; the file may be damaged",
            "conversion_error": "Dropbox could not convert the picture",
            "encrypted_content": "the file is encrypted",
            "access_denied": "the account has no access to the file",
            "not_found": "the file is no longer on the server",
            "path/not_found": "the file is no longer on the server",
        ],
        capabilities: FeedCapabilities(
            hasStableIDs: true, hasCaseSensitivePaths: false, changes: .cursor,
            hasContentHashes: true, hasUniqueAccounts: true, hasMediaInfo: true)
    ) { connection in
        // Rate limits apply to the whole account, so both hosts share one pacer.
        let pacer = connection.pacer()
        let space = connection.teamSpace.map { DropboxTeamSpace($0) }
        func host(at address: String) throws -> any APIHost {
            let host = try connection.host(at: address, retry: DropboxHosts.retry, pacer: pacer)
            return space.map { DropboxTeamSpaceHost(host, in: $0) } ?? host
        }
        let api = try host(at: DropboxHosts.api)
        let content = try host(at: DropboxHosts.content)
        return FeedFetchers(
            nodes: DropboxNodeFetcher(host: api),
            thumbnails: DropboxThumbnailFetcher(host: content),
            accounts: DropboxAccountFetcher(host: api),
            originals: DropboxOriginalFetcher(host: content),
            changes: DropboxChangeNotifier(
                host: try connection.anonymousHost(at: DropboxHosts.notify)))
    }.signingIn(by: .dropbox)
}
