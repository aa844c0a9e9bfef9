/// Dropbox's own hosts.
public enum DropboxHosts {
    /// Answers everything but content.
    public static let api = "https://api.dropboxapi.com"
    /// Hands out content: downloads and thumbnails, batches of them included.
    public static let content = "https://content.dropboxapi.com"
}
