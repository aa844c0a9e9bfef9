package import HTTPGateway
import KeyedStore
package import PhotoFeed

/// One request for the user's consent: its address, and the texts that prove it.
package struct AuthorizationRequest: Sendable, Hashable {
    /// The address of the page, for a browser; it contains the state and no other secret.
    package let address: HTTPURL
    /// The verifier and the state.
    package let proof: AuthorizationProof
    /// The callback address; `nil` if the page shows the code for pasting.
    package let redirect: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - provider: the provider's description.
    ///   - appKey: the key of the app (`client_id`).
    ///   - proof: the texts of this request, which are used once.
    ///   - endpoint: the address that replaces the provider's host.
    ///   - redirect: the callback address.
    /// - Throws: `AccountError` with the code `.insecureAddress`.
    package init(
        to provider: OAuthProvider, appKey: String, proof: AuthorizationProof = .init(),
        endpoint: HTTPURL? = nil, redirect: String? = nil
    ) throws(AccountError) {
        let base = try provider.authorization.base(replacedBy: endpoint)
        let items: [(String, String?)] = [
            ("client_id", appKey), ("response_type", "code"), ("redirect_uri", redirect),
            ("code_challenge", proof.challenge), ("code_challenge_method", "S256"),
            ("state", proof.state.reveal()), ("scope", provider.scopes.joined(separator: " ")),
        ]
        address = base.appending(
            path: provider.authorization.path,
            query: items.compactMap { name, value in value.map { HTTPQueryItem(name, $0) } }
                + provider.authorizationItems)
        self.proof = proof
        self.redirect = redirect
    }
}

extension OAuthProvider.Address {
    /// The address of the host, or `endpoint` in its place.
    ///
    /// - Throws: `AccountError` with the code `.insecureAddress` for plain http to another machine,
    ///   which would expose codes and tokens.
    func base(replacedBy endpoint: HTTPURL?) throws(AccountError) -> HTTPURL {
        try HTTPURL.forSecrets(host, replacedBy: endpoint)
    }
}

extension HTTPURL {
    /// Returns `endpoint`, or the address `host`, if secrets may be sent there.
    static func forSecrets(
        _ host: String, replacedBy endpoint: HTTPURL?
    ) throws(AccountError) -> HTTPURL {
        guard let url = try? endpoint ?? HTTPURL(host), url.origin.isTrustworthy else {
            throw AccountError(
                .insecureAddress,
                "\(endpoint?.redacted ?? host) would expose the credential to the network")
        }
        return url
    }
}
