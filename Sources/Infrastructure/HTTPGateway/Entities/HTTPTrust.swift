/// Whom a connection with TLS trusts.
///
/// Verification cannot be switched off but for this machine itself.
public struct HTTPTrust: Hashable, Sendable {
    /// Which certificate authorities are believed.
    public enum Roots: Hashable, Sendable {
        /// The system's.
        case system
        /// Those in a PEM file, and no others.
        case file(String)
        /// These, in PEM, and no others.
        case pem([UInt8])
        /// Anybody who answers on this machine's loopback addresses; `.invalidRequest` for any other host.
        case anyOnLoopback
    }

    /// Which certificate authorities are believed.
    public var roots: Roots
    /// SHA-256 hashes of public keys, one of which the server must have besides a valid certificate; in Base64.
    public var pinnedKeys: [String]

    /// Trust in `roots`, narrowed by `pinnedKeys` if there are any.
    public init(roots: Roots = .system, pinnedKeys: [String] = []) {
        self.roots = roots
        self.pinnedKeys = pinnedKeys
    }
}
