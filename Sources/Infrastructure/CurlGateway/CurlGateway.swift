public import HTTPGateway
public import Scheduling
public import Signals

/// The gateway over libcurl: one I/O thread with a multi handle, whatever the number of requests.
///
/// ```swift
/// let gateway = CurlGateway()
/// gateway.push(GET(), to: try HTTPURL("https://example.org/")).outputs().observe { … } ended: { … }
/// ```
///
/// A business-logic service, pinned to the scheduler on which it is made. Completions come back in
/// batches: when many requests are under way, one wake-up serves many of them. Dropping the gateway
/// cancels everything that it started, and ends its thread.
@Schedulable
public final class CurlGateway: RequestGateway {
    /// How much may be under way at once.
    public struct Limits: Sendable {
        /// Connections in all.
        public var connections = 16
        /// Connections to one origin.
        public var connectionsPerOrigin = 8
        /// Bytes a second of all transfers together.
        public var bandwidth = HTTPBandwidth()

        /// 16 connections, 8 to one origin, no limit of bandwidth.
        public init() {}

        /// As many connections as given.
        public init(connections: Int, perOrigin: Int) {
            precondition(
                connections > 0 && perOrigin > 0, "a gateway needs at least one connection")
            self.connections = connections
            connectionsPerOrigin = perOrigin
        }
    }

    /// How a gateway ends.
    public enum Invalidation: Sendable {
        /// What is under way goes on to its end; what comes later is refused.
        case finishing
        /// What is under way ends with `.invalidated` now.
        case cancelling
    }

    private let engine: HTTPEngine
    let loop: CurlLoop

    /// A gateway for the scheduler that runs at the moment.
    public init(
        options: HTTPOptions = HTTPOptions(), limits: Limits = Limits(),
        observation: HTTPObservation = .none
    ) {
        guard let scheduler = Schedulers.current else {
            preconditionFailure(
                "a gateway is pinned to the scheduler that makes it: make it on one")
        }
        loop = CurlLoop(limits: limits, deliveringOn: scheduler)
        engine = HTTPEngine(
            on: scheduler, over: CurlTransport(loop), options: options, observation: observation)
    }

    deinit {
        checkScheduler(.release)
        engine.end(with: HTTPError(.invalidated, "the gateway has gone away"))
        loop.stop()
    }

    /// See `RequestGateway`.
    public var options: HTTPOptions {
        checkScheduler()
        return engine.options
    }

    /// See `RequestGateway`.
    public func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        engine.push(request, to: url, options: options)
    }

    /// Changes the bytes a second of all transfers together, those under way included; they take turns.
    public func limit(_ bandwidth: HTTPBandwidth) {
        loop.post(.limit(bandwidth))
    }

    /// Refuses requests from now on, and calls `done` here when none is under way any more.
    public func invalidate(_ mode: Invalidation, then done: @escaping () -> Void = {}) {
        let error = HTTPError(.invalidated, "the gateway was invalidated")
        engine.close(with: error, whenIdle: done)
        if mode == .cancelling { engine.end(with: error) }
    }

    /// How many requests are under way or wait for a connection.
    public var requestCount: Int {
        checkScheduler()
        return engine.count
    }
}

/// Turns plans into transfers of the loop.
@Schedulable
final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop

    init(_ loop: CurlLoop) {
        self.loop = loop
    }

    func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle {
        let transfer = CurlTransfer(plan, inbox: loop.inbox, client: client)
        loop.start(transfer)
        return transfer
    }
}
