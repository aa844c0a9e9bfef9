public import HTTPGateway

/// Dropbox's own hosts.
public enum DropboxHosts {
    /// Answers everything but content.
    public static let api = "https://api.dropboxapi.com"
    /// Hands out content: downloads and thumbnails, batches of them included.
    public static let content = "https://content.dropboxapi.com"
    /// Both of them.
    public static let all = [api, content]
    /// What a library calls the server that they are together.
    public static let name = "dropbox.com"
    /// How a mirror asks them again: it bridges at least 15 seconds without a server, and gives up after at most 31.
    public static let retry = HTTPRetry(
        attempts: 6, firstDelay: .seconds(1), longestDelay: .seconds(30))
}
