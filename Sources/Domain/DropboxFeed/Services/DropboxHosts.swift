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
}
