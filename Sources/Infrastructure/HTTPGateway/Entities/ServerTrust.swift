/// The result of an examination of the certificate of a server.
public enum ServerTrust: Hashable, Sendable {
    /// A trusted authority vouches for the server.
    case trusted
    /// No trusted authority vouches for the server, for this reason. It has shown the certificate,
    /// in PEM format.
    case untrusted(certificate: String, reason: String)
    /// The server could not be reached, or shows no certificate.
    case unknown
}
