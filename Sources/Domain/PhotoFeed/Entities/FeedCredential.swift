package import HTTPGateway

/// The secret that gives a run access to an account.
///
/// A library keeps a keyed fingerprint of it, never the secret, to detect whether it has changed
/// since the last run.
public struct FeedCredential: Hashable, Sendable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The form of a credential.
    public enum Form: Hashable, Sendable {
        /// A token that the provider has issued for a program.
        case accessToken
        /// A user name and a password.
        case password
    }

    package enum Content: Hashable, Sendable {
        case accessToken(String)
        case password(String, user: String)
        /// The token comes from a source that renews it.
        case account(FeedAccount)
    }

    package let content: Content
    /// The address to which it is sent; `nil` for the provider's hosts, or if it is unknown.
    private var address: String?

    /// Creates the credential of the access token `secret`.
    public init(secret: String) { content = .accessToken(secret) }

    /// Creates the credential of the user `user` with the password `password`.
    public init(user: String, password: String) { content = .password(password, user: user) }

    /// Creates the credential of an account that is signed in.
    ///
    /// It contains no secret. The access token or the password comes from the `CredentialSource` of
    /// the connection.
    package init(account: FeedAccount) { content = .account(account) }

    /// Returns the credential as it is used at `endpoint`.
    ///
    /// An equal token or password at another address may open another account.
    package func used(at endpoint: HTTPURL?) -> FeedCredential {
        var credential = self
        credential.address = endpoint?.string
        return credential
    }

    /// The form of the credential.
    public var form: Form {
        switch content {
        case .accessToken, .account: .accessToken
        case .password: .password
        }
    }

    /// Whether a provider with credentials of `form` accepts it.
    ///
    /// The secret of an account comes from a source, in the form of its provider.
    func suits(_ form: Form) -> Bool {
        if case .account = content { true } else { self.form == form }
    }

    /// The text whose fingerprint a library keeps; it differs if any part of the credential does.
    package var secret: String {
        let text =
            switch content {
            case .accessToken(let token): token
            case .password(let password, let user): "\(user.utf8.count):\(user):\(password)"
            case .account(let account): "account:\(account)"
            }
        return address.map { "\($0)\n\(text)" } ?? text
    }

    /// A fixed text without the secret.
    public var description: String { "a credential" }

    /// A fixed text without the secret.
    public var debugDescription: String { description }
}
