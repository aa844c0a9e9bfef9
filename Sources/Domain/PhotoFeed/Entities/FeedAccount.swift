/// A server's own, stable name for an account.
///
/// It comes from the server: compare it, store it, and escape it before it reaches a terminal.
public struct FeedAccount: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// The account `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }
}

/// The secret with which a run opens an account.
///
/// A library keeps a keyed fingerprint of it, never the secret, to tell whether it is the one of the last run.
public struct FeedCredential: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package let secret: String

    /// The credential `secret`, such as an access token.
    public init(secret: String) { self.secret = secret }

    /// A fixed text that does not hold the secret.
    public var description: String { "a credential" }

    /// A fixed text that does not hold the secret.
    public var debugDescription: String { description }
}
