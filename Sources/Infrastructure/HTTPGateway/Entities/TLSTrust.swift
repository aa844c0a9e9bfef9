/// The trust settings of a TLS connection.
///
/// Verification can be switched off for loopback addresses only.
///
/// A server that does not satisfy the settings fails the request with `.certificateRejected`. A
/// pinned key is the hash of a public key as in RFC 7469.
public struct TLSTrust: Hashable, Sendable {
    /// The trusted certificate authorities.
    public enum Roots: Hashable, Sendable {
        /// The certificate authorities of the system.
        case system
        /// Only the certificate authorities in a PEM file.
        case file(String)
        /// Only these certificate authorities, in PEM format.
        case pem([UInt8])
        /// Only the server with this certificate, in PEM format, whatever names are in it.
        ///
        /// It need not have an issuer that is trusted. It has to be valid for now.
        case certificate([UInt8])
        /// Any server on a loopback address, without verification.
        ///
        /// Any other host, or a proxy, makes the request fail with `.invalidRequest`.
        case anyOnLoopback
    }

    /// The trusted certificate authorities.
    public var roots: Roots
    /// SHA-256 hashes of public keys in Base64; empty for no restriction.
    ///
    /// The server needs one of these keys besides a valid certificate.
    public var pinnedKeys: [String]

    /// Trusts `roots`, restricted to `pinnedKeys` if there are any.
    public init(roots: Roots = .system, pinnedKeys: [String] = []) {
        self.roots = roots
        self.pinnedKeys = pinnedKeys
    }
}
