public import HTTPGateway

/// The servers of a provider.
///
/// `contains(_:)` tells a program whether an address that the user has given may receive a token
/// that is meant for the provider. A library stores the `FeedProvider.serverName(for:)` of its
/// source.
public struct FeedHosts: Sendable {
    /// The name under which a library stores the provider's own servers, such as `example.org`.
    public let name: String
    /// The addresses of the provider's own hosts, such as `https://api.example.org`.
    public let addresses: [String]
    /// The domains that belong to the provider, each with its subdomains.
    public let domains: [String]

    /// Creates the description of the servers of a provider.
    public init(name: String, addresses: [String], domains: [String]) {
        self.name = name
        self.addresses = addresses
        self.domains = domains
    }

    /// Whether `url` belongs to the provider, so that it may receive a credential for the provider.
    public func contains(_ url: HTTPURL) -> Bool {
        domains.contains { ".\(url.origin.host)".hasSuffix(".\($0)") }
    }
}
