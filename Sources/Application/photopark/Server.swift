import DropboxFeed

/// The server that a run talks to, and as whom.
struct Server: Sendable {
    /// A server that speaks like Dropbox; `nil` for Dropbox itself.
    let endpoint: Endpoint?
    /// Certificate authorities to trust instead of the system's, a PEM file.
    let caFile: String?
    /// The access token.
    let token: String
    /// Bytes a second; `nil` for no limit.
    let receiveLimit: Int?

    /// What a library calls the server that it follows.
    var name: String { endpoint?.name ?? DropboxHosts.name }
}
