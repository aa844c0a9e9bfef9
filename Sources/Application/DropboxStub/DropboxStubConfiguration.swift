public import Foundation
import NIOCore

/// What a ``DropboxStub`` serves and how strict it is.
public struct DropboxStubConfiguration: Sendable {
    /// Where the photos come from.
    public enum Source: Sendable {
        /// This many drawn photos, the same ones for the same seed.
        case generated(photos: Int, seed: UInt64)
        /// The files below a folder; symbolic links in it are left out.
        case folder(URL)
    }

    /// The photos that are served.
    public var source: Source
    /// The port on 127.0.0.1; 0 takes any free one.
    public var port = 0
    /// The most entries of a page, below the limit that the client asks for.
    public var pageLimit: Int?
    /// The only access token that is accepted besides those of `accounts` and those that the stub issues itself.
    ///
    /// Whoever allows an application to have a token must know this one. Without it every token is good but
    /// those issued here that are expired or revoked.
    public var acceptedToken: String?
    /// Other accounts that the stub has, each with an access token and files of its own.
    public var accounts: [StubAccount] = []
    /// Answers `/control/…`; see ``StubCommand``.
    public var allowsControl = false
    /// How long an issued access token is good.
    public var tokenLifetime: Duration = .seconds(14_400)
    /// The application that may ask for tokens.
    ///
    /// Without one any application may; where `acceptedToken` is set, none may.
    public var application: StubApplication?

    /// Serves `source` on any free port to every token.
    public init(source: Source) {
        self.source = source
    }
}

/// An account that the stub has beside its first one.
public struct StubAccount: Sendable {
    /// The access token that opens it.
    public let token: String
    /// Its owner's first name, of which its identifier and address are made.
    public let name: String
    /// Its files.
    public let source: DropboxStubConfiguration.Source

    /// The account of `name`, which `token` opens.
    public init(token: String, name: String, source: DropboxStubConfiguration.Source) {
        self.token = token
        self.name = name
        self.source = source
    }
}

/// An application's name and password at the token endpoint.
public struct StubApplication: Sendable, Equatable {
    /// The `client_id`.
    public let key: String
    /// The `client_secret`, needed where no PKCE verifier is sent.
    public let secret: String

    /// An application with this key and secret.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
    }
}

/// Why a stub could not be started.
public struct StubStartError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; more kinds may come.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The system does not let it have the port.
        public static let cannotListen = Code(name: "cannot listen")
        /// The server ended before it listened.
        public static let stoppedEarly = Code(name: "stopped early")
    }

    /// What went wrong.
    public let code: Code
    /// The failure in a few words.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What the system says of a socket that cannot listen.
    init(listening error: any Error) {
        let number = (error as? IOError)?.errnoCode
        self.init(.cannotListen, number.map { String(cString: strerror($0)) } ?? "\(error)")
    }
}
