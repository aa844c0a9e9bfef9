public import HTTPGateway

/// A photo service: its properties, and the fetchers that speak its protocol.
///
/// The target of a service exports one value. The synchronizer and the displays of a program read
/// its properties, so that they depend on no service:
///
/// ```swift
/// extension FeedProvider {
///     public static let example = FeedProvider(
///         name: "example", displayName: "Example",
///         hosts: FeedHosts(
///             name: "example.org", addresses: ["https://api.example.org"],
///             domains: ["example.org"]),
///         credentialForm: .accessToken, thumbnailSizes: [.medium],
///         capabilities: FeedCapabilities(hasContentHashes: false)
///     ) { connection in
///         let host = try connection.host(at: "https://api.example.org")
///         return FeedFetchers(
///             nodes: ExampleNodeFetcher(host: host),
///             thumbnails: ExampleThumbnailFetcher(host: host))
///     }
/// }
/// ```
public struct FeedProvider: Sendable {
    /// The name for programs: lower-case letters, digits and hyphens.
    public let name: String
    /// The name for people.
    public let displayName: String
    /// The servers of the provider.
    public let hosts: FeedHosts
    /// The form of the credential that the servers accept.
    public let credentialForm: FeedCredential.Form
    /// The sizes of the thumbnails that every server of the provider makes.
    ///
    /// Empty if the provider makes no thumbnails, or if it depends on the server.
    public let thumbnailSizes: [ThumbnailSize]
    /// The sentences for the reasons why a photo has no thumbnail, by `ThumbnailFailure.reason`.
    public let thumbnailReasons: [String: String]
    /// The properties of the provider's files and changes.
    public let capabilities: FeedCapabilities
    /// The sign-in by OAuth 2; `nil` for a provider with other credentials.
    package private(set) var signIn: OAuthProvider?
    private let fetchers: @Sendable (FeedConnection) throws -> FeedFetchers

    /// Creates a provider.
    ///
    /// - Parameter fetchers: makes the fetchers on the scheduler of the connection's gateway. They
    ///   contain a thumbnail fetcher if `thumbnailSizes` is not empty.
    public init(
        name: String, displayName: String, hosts: FeedHosts,
        credentialForm: FeedCredential.Form, thumbnailSizes: [ThumbnailSize],
        thumbnailReasons: [String: String] = [:], capabilities: FeedCapabilities,
        fetchers: @escaping @Sendable (FeedConnection) throws -> FeedFetchers
    ) {
        self.name = name
        self.displayName = displayName
        self.hosts = hosts
        self.credentialForm = credentialForm
        self.thumbnailSizes = thumbnailSizes
        self.thumbnailReasons = thumbnailReasons
        self.capabilities = capabilities
        self.fetchers = fetchers
    }

    /// Returns the name under which a library stores the server at `endpoint`.
    ///
    /// `nil` stands for the provider's own hosts, which share one name. Another server has its
    /// host, its port, its path and the provider: `photos.example:8443/base (dropbox)`.
    ///
    /// Endpoints on this machine that differ only in their port have one name if the identifiers of
    /// accounts are unique, because a server may be started again at another port. The account then
    /// shows whether it is the same one.
    public func serverName(for endpoint: HTTPURL?) -> String {
        guard let endpoint, !hosts.addresses.contains("https://\(endpoint.origin.host)") else {
            return hosts.name
        }
        let scheme = endpoint.origin.scheme + "://"
        var address = String(endpoint.string.dropFirst(scheme.count))
        if endpoint.origin.isLoopback, capabilities.hasUniqueAccounts {
            address = "localhost" + endpoint.path
        }
        if address.hasSuffix("/") { address.removeLast() }
        return "\(address) (\(name))"
    }

    /// Returns the provider with a description of its sign-in.
    package func signingIn(by signIn: OAuthProvider) -> FeedProvider {
        var provider = self
        provider.signIn = signIn
        return provider
    }

    /// Makes the fetchers that use `connection`, on the scheduler of its gateway.
    ///
    /// - Throws: `FeedError` with the code `.tokenRefused` or `.passwordRefused` if the credential
    ///   has another form than the provider's; `HTTPError` for an address that is not valid.
    public func makeFetchers(_ connection: FeedConnection) throws -> FeedFetchers {
        guard connection.credential.suits(credentialForm) else {
            switch credentialForm {
            case .accessToken:
                throw FeedError(.tokenRefused, "\(displayName) needs an access token")
            case .password:
                throw FeedError(.passwordRefused, "\(displayName) needs a user name and a password")
            }
        }
        return try fetchers(connection)
    }
}
