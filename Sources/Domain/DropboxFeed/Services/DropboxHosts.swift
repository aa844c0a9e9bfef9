public import HTTPGateway

/// Dropbox's own hosts.
public enum DropboxHosts {
    /// The host of all routes except those for content.
    public static let api = "https://api.dropboxapi.com"
    /// The host of content: downloads and thumbnails, including batches of thumbnails.
    public static let content = "https://content.dropboxapi.com"
    /// The host that waits for changes; its requests have no access token.
    public static let notify = "https://notify.dropboxapi.com"
    /// The host of the pages for people, such as the one that asks for consent.
    static let web = "https://www.dropbox.com"
    /// The retry policy of a mirror.
    ///
    /// It bridges an outage of at least 15 seconds, and gives up after at most 31 seconds.
    public static let retry = HTTPRetryPolicy(
        attempts: 6, firstDelay: .seconds(1), longestDelay: .seconds(30))
}
