public import Foundation

/// The content and the restrictions of a `DropboxStub`.
public struct DropboxStubConfiguration: Sendable {
    /// The origin of the photos.
    public enum Source: Sendable {
        /// This many generated photos; the same seed gives the same photos.
        case generated(photos: Int, seed: UInt64)
        /// The files below a folder, without symbolic links.
        case folder(URL)
    }

    /// The photos that are served.
    public var source: Source
    /// The port on 127.0.0.1; 0 selects a free one.
    public var port = 0
    /// The maximum number of entries on a page; it applies when the client asks for more.
    public var pageLimit: Int?
    /// The accepted access token, besides those of `accounts` and those that the stub issues.
    ///
    /// The user must enter it to grant a token to an application. If it is `nil`, every token is
    /// accepted, except tokens issued here that are expired or revoked.
    public var acceptedToken: String?
    /// Further accounts of the stub, each with its own access token and files.
    public var accounts: [StubAccount] = []
    /// The files of the team of the first account's owner; `nil` for an owner without a team.
    ///
    /// Requests see them with the header `Dropbox-API-Path-Root`; otherwise they see the owner's
    /// own files. Control commands change those.
    public var teamSource: Source?
    /// Whether the stub accepts `/control/…`; see `ControlCommand`.
    public var allowsControl = false
    /// The lifetime of an issued access token.
    public var tokenLifetime: Duration = .seconds(14_400)
    /// The application that may request tokens.
    ///
    /// If it is `nil`, every application may, or none if `acceptedToken` is set.
    public var application: StubApplication?

    /// Serves `source` on any free port, and accepts every token.
    public init(source: Source) {
        self.source = source
    }
}

/// An account of the stub besides its first one.
public struct StubAccount: Sendable {
    /// The access token of the account.
    public let token: String
    /// The owner's first name; the account's identifier and e-mail address are made from it.
    public let name: String
    /// The account's files.
    public let source: DropboxStubConfiguration.Source

    /// Creates the account of `name` with the access token `token`.
    public init(token: String, name: String, source: DropboxStubConfiguration.Source) {
        self.token = token
        self.name = name
        self.source = source
    }
}

/// The credentials of an application at the token endpoint.
public struct StubApplication: Sendable, Equatable {
    /// The `client_id`.
    public let key: String
    /// The `client_secret`, required if the request has no PKCE verifier.
    public let secret: String

    /// Creates the credentials from a key and a secret.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
    }
}
