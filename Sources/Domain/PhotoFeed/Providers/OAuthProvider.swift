package import HTTPGateway
package import Signals

/// The sign-in of a provider by OAuth 2 (RFC 6749) with a code and PKCE (RFC 7636).
///
/// It is a description: the target `Accounts` sends the requests. The addresses are constants of
/// the provider, so that a server cannot redirect a code or a token to another one.
package struct OAuthProvider: Sendable {
    /// An address in two parts, so that an endpoint for tests can replace the host alone.
    package struct Address: Sendable {
        /// The host, such as `https://api.example.org`.
        package let host: String
        /// The path on the host, without a leading slash.
        package let path: String

        /// Creates the address of `path` on `host`.
        package init(host: String, path: String) {
            self.host = host
            self.path = path
        }
    }

    /// The way in which the provider ends a grant.
    package enum Revocation: Sendable {
        /// A form with the refresh token to this address (RFC 7009).
        case form(Address)
        /// A request with a valid access token to the API's host.
        case request(@Sendable (any APIHost) -> Signal<Void, FeedError>)
    }

    /// The address that a program receives the code on, without the user's help.
    ///
    /// A provider compares it with the registered one, including the port. Each provider has a path
    /// of its own, so that the code of one provider is never sent to another one.
    package struct Callback: Sendable {
        /// The port on 127.0.0.1.
        package let port: Int
        /// The path, with a leading slash.
        package let path: String

        /// The address, as it is registered with the provider.
        package var address: String { "http://127.0.0.1:\(port)\(path)" }

        /// Creates the address `http://127.0.0.1:PORT/PATH`.
        package init(port: Int, path: String) {
            self.port = port
            self.path = path
        }
    }

    /// The page on which the user allows the access.
    package let authorization: Address
    /// The endpoint that issues tokens.
    package let token: Address
    /// The host of the API, which describes the account.
    package let api: String
    /// The permissions that the program requests.
    package let scopes: [String]
    /// The key of an app that a packager has registered (`client_id`); `nil` if there is none.
    package let appKey: String?
    /// Further items of the authorization address.
    package let authorizationItems: [HTTPQueryItem]
    /// The address for the code.
    package let callback: Callback
    /// Whether a renewal replaces the refresh token.
    ///
    /// Such a request is not sent twice: the server may treat the second one as the theft of the
    /// first token, and end the grant.
    package let rotatesRefreshTokens: Bool
    /// The way in which a grant is ended.
    package let revocation: Revocation
    /// Requests the description of the account from the API's host.
    package let identity: @Sendable (any APIHost) -> Signal<AccountIdentity, FeedError>

    /// Creates the description of a provider's sign-in.
    package init(
        authorization: Address, token: Address, api: String, scopes: [String],
        appKey: String? = nil, authorizationItems: [HTTPQueryItem] = [], callback: Callback,
        rotatesRefreshTokens: Bool = true, revocation: Revocation,
        identity: @escaping @Sendable (any APIHost) -> Signal<AccountIdentity, FeedError>
    ) {
        self.authorization = authorization
        self.token = token
        self.api = api
        self.scopes = scopes
        self.appKey = appKey
        self.authorizationItems = authorizationItems
        self.callback = callback
        self.rotatesRefreshTokens = rotatesRefreshTokens
        self.revocation = revocation
        self.identity = identity
    }
}
