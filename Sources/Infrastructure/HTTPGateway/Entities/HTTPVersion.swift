/// Which versions of HTTP may be spoken.
public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/1.1.
    case http1
    /// HTTP/2 over TLS where the server offers it and the transfer library is known to be safe with it
    /// (libcurl 8.0.1 and later: older ones can take an aborted body for a whole one), else HTTP/1.1.
    case http2
}
