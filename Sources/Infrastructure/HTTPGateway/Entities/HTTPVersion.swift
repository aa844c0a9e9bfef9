/// The version of HTTP to use.
public enum HTTPVersion: Hashable, Sendable {
    /// The version HTTP/1.1.
    case http1
    /// HTTP/2 over TLS if the server offers it and the transfer library is safe, else HTTP/1.1.
    ///
    /// libcurl is safe from 8.0.1 on: older versions can accept an aborted body as a complete one.
    case http2
}
