/// An event of a request's signal.
///
/// The signal sends `(waiting | progress | output)*`, with exactly one output unless the request
/// is a stream.
public enum HTTPEvent<Output: Sendable>: Sendable {
    /// No byte of a response has come for 10 s; `nil` once a byte has come.
    case waiting(HTTPWait?)
    /// The progress of the transfer; sent only if `HTTPOptions.progressInterval` is set.
    case progress(HTTPProgress)
    /// An output of the request.
    case output(HTTPOutput<Output>)
}

/// An output of a request, with its context.
public struct HTTPOutput<Output: Sendable>: Sendable {
    /// The output that the request's handler made of the response.
    public let output: Output
    /// The status and the header fields of the response.
    public let head: HTTPResponseHead
    /// The timings of the exchange; zero for the outputs of a stream, which are sent while it runs.
    public let timings: HTTPTimings
    /// The number of times that the request was sent.
    public internal(set) var attempts: Int
}

/// The state of a request that has received no byte of its response for a while.
public struct HTTPWait: Hashable, Sendable {
    /// The time without a byte after which a gateway reports that it waits.
    package static let threshold = Duration.seconds(10)

    /// The awaited phase: `.connecting`, `.securing`, `.sending` or `.awaiting`.
    public let phase: HTTPError.Phase
    /// The time until the gateway ends the transfer, unless something is received.
    public let remaining: Duration

    /// Creates a wait, as a gateway or a stub reports it.
    public init(phase: HTTPError.Phase, remaining: Duration) {
        self.phase = phase
        self.remaining = remaining
    }
}

/// The progress of a transfer.
public struct HTTPProgress: Hashable, Sendable {
    /// The number of bytes of the request's body that were sent.
    public let sent: Int64
    /// The total number of bytes to send; `nil` if it is unknown.
    public let toSend: Int64?
    /// The number of bytes of the response's body that were received.
    ///
    /// It includes the bytes that a resumed file had already.
    public let received: Int64
    /// The total number of bytes to receive; `nil` if the server does not state it.
    public let toReceive: Int64?

    /// Creates a progress, as a gateway or a stub reports it.
    public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil)
    {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }
}
