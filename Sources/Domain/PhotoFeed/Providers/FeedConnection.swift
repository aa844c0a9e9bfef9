public import HTTPGateway

/// The transport and the credential with which a provider makes its fetchers.
///
/// It belongs to the scheduler of its gateway.
public struct FeedConnection {
    /// The gateway that sends the requests.
    public let gateway: any RequestGateway
    /// The address that replaces all of the provider's hosts; `nil` for the hosts themselves.
    public let endpoint: HTTPURL?
    /// The credential for the server.
    public let credential: FeedCredential

    /// Creates a connection over `gateway`.
    public init(
        gateway: any RequestGateway, endpoint: HTTPURL? = nil, credential: FeedCredential
    ) {
        self.gateway = gateway
        self.endpoint = endpoint
        self.credential = credential
    }

    /// Creates the host at `address`, or at the endpoint if there is one.
    ///
    /// The credential is sent to the origin of this host only.
    ///
    /// - Parameter pacer: the pacer of the requests; hosts that their server counts as one share a
    ///   pacer.
    /// - Throws: `HTTPError` if `address` is not valid.
    public func host(
        at address: String, retry: HTTPRetryPolicy? = nil, pacer: HostPacer = HostPacer()
    ) throws -> HTTPHost {
        let url = try endpoint ?? HTTPURL(address)
        let options = HTTPOptions {
            $0.credential = credential.ofRequests.restricted(to: [url.origin])
            $0.retry = retry
        }
        return HTTPHost(at: url, through: gateway, options: options, pacer: pacer)
    }
}

extension FeedCredential {
    fileprivate var ofRequests: Credential {
        switch content {
        case .accessToken(let token): .bearer(token)
        case .password(let password, user: let user): .basic(user: user, password: password)
        }
    }
}
