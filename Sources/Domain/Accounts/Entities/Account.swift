package import HTTPGateway
package import PhotoFeed

/// An account as the user signed in to it, without its secrets.
///
/// It is stored in the file `account.json` of the account's folder.
package struct Account: Hashable, Sendable {
    /// The user's name for the account, which is the name of the folder.
    package let name: AccountName
    /// The name of the provider, such as `dropbox`.
    package let provider: String
    /// The address that replaces the provider's hosts; `nil` for the hosts themselves.
    package let endpoint: String?
    /// The key of the app that the user registered with the provider (`client_id`).
    package let appKey: String
    /// The owner, as the provider described it at the sign-in.
    package let identity: AccountIdentity
    /// The permissions that were granted; empty if the provider did not name them.
    package let scopes: [String]
    /// Whether requests see the space of the owner's team.
    package let usesTeamSpace: Bool
    /// The command that stores the credential; `nil` for a file in the account's folder.
    package let credentialCommand: String?
    /// The path of the library; `nil` for the default one.
    package let library: String?
    /// The certificate that the server has to show, in PEM format; `nil` for any that an authority
    /// vouches for.
    package var certificate: String?
    /// Whether the password is sent over http to another machine.
    package var usesInsecureHTTP = false

    /// Creates the description of an account.
    package init(
        name: AccountName, provider: String, endpoint: String? = nil, appKey: String,
        identity: AccountIdentity, scopes: [String] = [], usesTeamSpace: Bool = false,
        credentialCommand: String? = nil, library: String? = nil
    ) {
        self.name = name
        self.provider = provider
        self.endpoint = endpoint
        self.appKey = appKey
        self.identity = identity
        self.scopes = scopes
        self.usesTeamSpace = usesTeamSpace
        self.credentialCommand = credentialCommand
        self.library = library
    }

    /// The credential of the account for a feed, which contains no secret.
    package var feedCredential: FeedCredential { FeedCredential(account: identity.account) }

    /// The space of the team, if requests see it; else `nil`.
    package var requestedTeamSpace: String? { usesTeamSpace ? identity.teamSpace : nil }

    /// The address that replaces the provider's hosts; `nil` for the hosts themselves.
    ///
    /// - Throws: `AccountError` with the code `.accountDamaged`.
    package var endpointURL: HTTPURL? {
        get throws(AccountError) {
            do throws(HTTPError) {
                return try endpoint.map { text throws(HTTPError) in try HTTPURL(text) }
            } catch {
                throw AccountError(.accountDamaged, "the account \(name) has an \(error.reason)")
            }
        }
    }

    /// Whether both are the same account of the same server, whatever their names are.
    package func isSame(as other: Account) -> Bool {
        provider == other.provider && endpoint == other.endpoint
            && identity.account == other.identity.account
    }
}

extension Account {
    /// The remedy that signs in to the account.
    var loginAdvice: String { name.loginAdvice }
}

extension AccountName {
    /// The remedy that signs in to the account.
    var loginAdvice: String { "run `photopark login \(self)`" }
}
