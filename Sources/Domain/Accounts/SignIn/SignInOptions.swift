package import KeyedStore

/// The choices of the user for a sign-in.
package struct SignInOptions: Sendable {
    /// The name of the account; `nil` to ask for it, or to use the provider's name.
    package var name: AccountName?
    /// The key of the app (`client_id`); `nil` to use the one of the account, the one that is built
    /// in, or to ask for it.
    package var appKey: String?
    /// The key that is built into the program; `nil` if there is none.
    package var builtInAppKey: String?
    /// The address that replaces the provider's hosts.
    package var endpoint: String?
    /// Whether a port of this machine receives the code; otherwise the user pastes it.
    package var usesCallback = false
    /// Whether a person can answer questions.
    package var canAsk = true
    /// Whether an account or a name that is known already is replaced.
    package var replaces = false
    /// Whether requests see the space of the owner's team.
    package var usesTeamSpace = false
    /// The command that stores the credential; `nil` for a file.
    package var credentialCommand: String?
    /// The path of the library; `nil` for the default one.
    package var library: String?

    /// Whether the account has a user name and a password in place of tokens.
    package var usesPassword = false
    /// The user name; `nil` to use the one of the account, or to ask for it.
    ///
    /// With tokens, the e-mail address that the account must have; `nil` for any.
    package var user: String?
    /// The password; `nil` to ask for it.
    package var password: Secret<String>?

    /// The certificate that the user has confirmed; `nil` if an authority vouches for the server.
    package var certificate: String?
    /// Whether the password is sent over http to another machine.
    package var usesInsecureHTTP = false

    /// The name of the provider, such as `dropbox`.
    package let provider: String
    /// The permissions that the program needs.
    package let scopes: [String]

    /// Creates the choices of a sign-in to `provider`, with the permissions `scopes`.
    package init(provider: String, scopes: [String]) {
        self.provider = provider
        self.scopes = scopes
    }
}
