import DropboxFeed

/// The server of a run, with the token for it.
struct ServerConfiguration: Sendable {
    /// The address of a server that speaks like Dropbox; `nil` for Dropbox itself.
    let endpoint: Endpoint?
    /// The path of a PEM file with the certificate authorities to trust instead of the system's.
    let caFile: String?
    /// The access token.
    let token: String
    /// The limit of the download rate in bytes per second; `nil` for no limit.
    let receiveLimit: Int?

    /// The name of the server in a library.
    var name: String { endpoint?.name ?? DropboxHosts.name }
}
