/// A fault of a simulated network, for one request.
public enum NetworkFault: Hashable, Sendable {
    /// The name of the host is not resolved.
    case nameFailure
    /// The host refuses the connection.
    case refusal
    /// The connection ends while the request is sent, and the server does not see the request.
    case requestReset
    /// The connection ends before the response; the server has handled the request.
    case responseReset
    /// The connection ends after this number of bytes of the response's body.
    ///
    /// The seed chooses the byte for `nil`.
    case cut(after: Int?)
    /// The server receives the request, and its response is lost without an end of the connection.
    case silence
}
