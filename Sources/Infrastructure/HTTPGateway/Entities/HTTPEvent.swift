/// What a request's signal sends: `(waiting | progress | reply)*`, and exactly one reply unless the
/// request is a stream.
public enum HTTPEvent<Output: Sendable>: Sendable {
    /// Nothing of a response has come for 10 s; `nil` once it has come.
    case waiting(HTTPWait?)
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

/// A request that has been without a byte of its response for a while.
public struct HTTPWait: Hashable, Sendable {
    /// After how long a gateway tells that it waits.
    package static let threshold = Duration.seconds(10)

    /// What it waits for: `.connecting`, `.securing`, `.sending` or `.awaiting`.
    public let phase: HTTPError.Phase
    /// How long until the gateway gives the transfer up, unless something comes.
    public let remaining: Duration

    /// A wait as a gateway or a stub reports it.
    public init(phase: HTTPError.Phase, remaining: Duration) {
        self.phase = phase
        self.remaining = remaining
    }
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
