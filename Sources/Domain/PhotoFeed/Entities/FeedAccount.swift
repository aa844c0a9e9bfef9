/// A server's stable identifier of an account.
///
/// It comes from the server: compare it, store it, and escape it before it is written to a
/// terminal.
public struct FeedAccount: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }
}

/// The secret that gives a run access to an account.
///
/// A library keeps a keyed fingerprint of it, never the secret, to detect whether it has changed
/// since the last run.
public struct FeedCredential: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package let secret: String

    /// Creates the credential `secret`, such as an access token.
    public init(secret: String) { self.secret = secret }

    /// A fixed text without the secret.
    public var description: String { "a credential" }

    /// A fixed text without the secret.
    public var debugDescription: String { description }
}
