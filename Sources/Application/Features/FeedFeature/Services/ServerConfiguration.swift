import HTTPGateway
import PhotoFeed

/// The server of a run, with the credential for it.
struct ServerConfiguration: Sendable {
    /// The provider whose protocol the server speaks.
    let provider: FeedProvider
    /// The address of a server that speaks like the provider; `nil` for the provider itself.
    let endpoint: HTTPURL?
    /// The path of a PEM file with the certificate authorities to trust instead of the system's.
    let caFile: String?
    /// The credential for the server.
    let credential: FeedCredential
    /// The limit of the download rate in bytes per second; `nil` for no limit.
    let receiveLimit: Int?

    /// The name of the server in a library.
    var name: String { provider.hosts.serverName(for: endpoint) }
}
