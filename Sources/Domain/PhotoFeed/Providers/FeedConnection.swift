public import HTTPGateway
public import Scheduling

/// The transport and the credential with which a provider makes its fetchers.
///
/// It belongs to the scheduler of its gateway.
///
/// A program makes one for each account and passes it to `FeedProvider.makeFetchers(_:)`. The
/// provider makes its hosts by `host(at:retry:pacer:)`, each of which sends the credential to its
/// own origin only.
public struct FeedConnection {
    /// The gateway that sends the requests.
    public let gateway: any RequestGateway
    /// The address that replaces all of the provider's hosts; `nil` for the hosts themselves.
    public let endpoint: HTTPURL?
    /// The credential for the server.
    public let credential: FeedCredential
    /// The source of a credential that expires; `nil` if `credential` is the only one.
    public let credentials: (any CredentialSource)?
    /// The identifier of the team's space that requests see; `nil` for the owner's own space.
    public let teamSpace: String?
    private let pacing: (any PacerMemory)?

    /// Creates a connection over `gateway`.
    ///
    /// - Parameters:
    ///   - gateway: the gateway that sends the requests.
    ///   - endpoint: the address that replaces all of the provider's hosts.
    ///   - credential: the credential for the server.
    ///   - credentials: the source of the credentials that are sent in place of `credential`. All
    ///     hosts of the provider share it, so it has to share a renewal among its callers.
    ///   - teamSpace: the identifier of the team's space (`AccountIdentity.teamSpace`) that
    ///     requests see; `nil` for the owner's own space.
    ///   - pacing: what earlier runs have learned about the rate that the server accepts.
    public init(
        gateway: any RequestGateway, endpoint: HTTPURL? = nil, credential: FeedCredential,
        credentials: (any CredentialSource)? = nil, teamSpace: String? = nil,
        pacing: (any PacerMemory)? = nil
    ) {
        self.gateway = gateway
        self.endpoint = endpoint
        self.credential = credential
        self.credentials = credentials
        self.teamSpace = teamSpace
        self.pacing = pacing
    }

    /// The isolation domain of the connection, which is that of its gateway.
    public var home: SchedulerIsolation { gateway.home }

    /// Creates a pacer that continues with what earlier runs have learned.
    ///
    /// A provider makes one for the hosts that its server counts as one.
    public func pacer() -> HostPacer { HostPacer(home: home, memory: pacing) }

    /// Creates the host at `address`, or at the endpoint if there is one.
    ///
    /// The credential is sent to the origin of this host only.
    ///
    /// - Parameter pacer: the pacer of the requests; hosts that their server counts as one share a
    ///   pacer. By default, the host has a `pacer()` of its own.
    /// - Throws: `HTTPError` if `address` is not valid.
    public func host(
        at address: String, retry: HTTPRetryPolicy? = nil, pacer: HostPacer? = nil
    ) throws -> HTTPHost {
        let url = try endpoint ?? HTTPURL(address)
        let options = HTTPOptions {
            if credentials == nil {
                $0.credential = credential.ofRequests?.restricted(to: [url.origin])
            }
            $0.retry = retry
        }
        return HTTPHost(
            at: url, through: gateway, options: options, credentials: credentials,
            pacer: pacer ?? self.pacer())
    }

    /// Creates a host at another address of the endpoint's origin, with the same credential.
    ///
    /// A user may have given the address of a folder of the server, which has pages beside it.
    ///
    /// - Parameter url: an address whose origin is that of the provider's own host; a credential is
    ///   sent to no other origin.
    package func host(above url: HTTPURL, pacer: HostPacer) -> HTTPHost {
        let isSameOrigin = endpoint.map { $0.origin == url.origin } ?? true
        let options = HTTPOptions {
            if credentials == nil, isSameOrigin {
                $0.credential = credential.ofRequests?.restricted(to: [url.origin])
            }
        }
        return HTTPHost(
            at: url, through: gateway, options: options,
            credentials: isSameOrigin ? credentials : nil, pacer: pacer)
    }

    /// Creates the host at `address`, or at the endpoint if there is one, without a credential.
    ///
    /// Its requests are not repeated, and have a pacer of their own.
    ///
    /// - Throws: `HTTPError` if `address` is not valid.
    public func anonymousHost(at address: String) throws -> HTTPHost {
        HTTPHost(
            at: try endpoint ?? HTTPURL(address), through: gateway,
            options: HTTPOptions { $0.retry = .never })
    }
}

extension FeedCredential {
    /// The credential in the form of a request; `nil` if only a source has it.
    fileprivate var ofRequests: Credential? {
        switch content {
        case .accessToken(let token): .bearer(token)
        case .password(let password, user: let user): .basic(user: user, password: password)
        case .account: nil
        }
    }
}
