package import Accounts
package import HTTPGateway
package import PhotoFeed

/// The server of a run, with the access to it.
package struct ServerConfiguration: Sendable {
    /// The origin of the credential for the server.
    package enum Access: Sendable {
        /// No credential, for a sign-in.
        case none
        /// A credential, and the command of the user that prints another token when it ends.
        case credential(FeedCredential, renewal: CommandTokenIssuer.Command? = nil)
        /// The tokens of an account that is signed in.
        case account(Account)
    }

    /// The provider whose protocol the server speaks.
    package let provider: FeedProvider
    /// The address of a server with the API of the provider; `nil` for the provider itself.
    package let endpoint: HTTPURL?
    /// The path of a PEM file with the certificate authorities to trust instead of the system's.
    package let caFile: String?
    /// The only certificate to trust, in PEM format; `nil` for those of the authorities.
    package var certificate: String?
    /// Whether the credential is sent over http to another machine.
    package var usesInsecureHTTP = false
    /// The origin of the credential for the server.
    package let access: Access
    /// The limit of the download rate in bytes per second; `nil` for no limit.
    package let receiveLimit: Int?
    /// The meter of the requests to the server; `nil` for none.
    package var meter: RequestMeter?
    /// The settings of the requests.
    package let network: NetworkSettings

    /// The name of the server in a library; the space of a team is another server.
    package var name: String {
        provider.serverName(for: endpoint) + (teamSpace == nil ? "" : " (team space)")
    }

    /// The credential for the server; `nil` for a sign-in.
    package var credential: FeedCredential? {
        switch access {
        case .none: nil
        case .credential(let credential, _): credential.used(at: endpoint)
        case .account(let account): account.feedCredential.used(at: endpoint)
        }
    }

    /// The account at the server; `nil` if it is not known.
    package var account: FeedAccount? {
        if case .account(let account) = access { account.identity.account } else { nil }
    }

    /// The space of the account's team, if requests see it; else `nil`.
    package var teamSpace: String? {
        if case .account(let account) = access { account.requestedTeamSpace } else { nil }
    }

    /// The trust in the certificate of the server; `nil` for the authorities of the system.
    package var roots: TLSTrust.Roots? {
        caFile.map { .file($0) } ?? certificate.map { .certificate(Array($0.utf8)) }
    }

    package init(
        provider: FeedProvider, endpoint: HTTPURL?, caFile: String? = nil,
        access: Access = .none, receiveLimit: Int? = nil,
        network: NetworkSettings = NetworkSettings()
    ) {
        self.provider = provider
        self.endpoint = endpoint
        self.caFile = caFile
        self.access = access
        self.receiveLimit = receiveLimit
        self.network = network
    }
}
