/// What a request's signal sends: `(progress | reply)*`, and exactly one reply unless the request is a stream.
public enum HTTPEvent<Output: Sendable>: Sendable {
    /// How far the transfer is; only when `HTTPOptions.progressInterval` asks for it.
    case progress(HTTPProgress)
    /// An output of the request.
    case reply(HTTPReply<Output>)
}

/// What a request was turned into.
public struct HTTPReply<Output: Sendable>: Sendable {
    /// What the request's handler made of the response.
    public let output: Output
    /// Status and header fields.
    public let head: HTTPResponseHead
    /// What the exchange took; zero for the outputs of a stream, which come while it runs.
    public let timings: HTTPTimings
    /// How often the request was sent.
    public internal(set) var attempts: Int
}

/// How far a transfer is.
public struct HTTPProgress: Hashable, Sendable {
    /// Bytes of the request's body that were sent.
    public let sent: Int64
    /// Bytes that will be sent; `nil` when nobody knows.
    public let toSend: Int64?
    /// Bytes of the response's body that arrived, with those that a resumed file had already.
    public let received: Int64
    /// Bytes that will arrive; `nil` when the server does not say.
    public let toReceive: Int64?

    /// Progress as a gateway or a stub reports it.
    public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil)
    {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }
}
