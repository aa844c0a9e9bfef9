public import HTTPGateway
public import Scheduling
public import Signals

/// The gateway over libcurl: one I/O thread with a multi handle, for any number of requests.
///
/// ```swift
/// let gateway = CurlGateway(home: home)
/// let url = try HTTPURL("https://example.org/")
/// gateway.push(GET(), to: url).outputs().observe { print($0) } ended: { print($0) }
/// ```
///
/// It is a business-logic service, confined to one scheduler. Completions arrive
/// in batches: when many requests are under way, one wake-up serves many of them. Releasing the
/// gateway cancels all its requests and ends its thread.
@Schedulable
public final class CurlGateway: RequestGateway {
    /// The limits of a gateway.
    public typealias Limits = CurlLimits

    /// The mode of invalidating a gateway.
    public enum Invalidation: Sendable {
        /// Requests under way run to their end; later ones are refused.
        case finishing
        /// Requests under way end with `.invalidated` at once.
        case cancelling
    }

    private let engine: HTTPEngine
    let loop: CurlLoop

    /// Creates a gateway.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, to which the gateway belongs.
    ///   - options: the options of the farthest level.
    ///   - limits: the limits of connections and bandwidth.
    ///   - observation: receives the steps of the requests.
    public convenience init(
        home: SchedulerIsolation, options: HTTPOptions = HTTPOptions(), limits: Limits = Limits(),
        observation: HTTPObservation = .none
    ) {
        self.init(
            home: home, options: options, limits: limits, observation: observation,
            lookUp: NameResolver.systemLookUp)
    }

    /// Creates a gateway with another lookup of names.
    init(
        home: SchedulerIsolation, options: HTTPOptions, limits: Limits,
        observation: HTTPObservation,
        lookUp: @escaping @Sendable (String) -> NameResolver.Answer
    ) {
        loop = CurlLoop(limits: limits, deliveringOn: home.scheduler, lookUp: lookUp)
        engine = HTTPEngine(
            in: home, over: CurlTransport(loop), options: options, observation: observation)
    }

    deinit {
        checkScheduler(.release)
        engine.end(with: HTTPError(.invalidated, "the gateway was released"))
        loop.stop()
    }

    /// See `RequestGateway`.
    public var home: SchedulerIsolation {
        checkScheduler()
        return engine.home
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

    /// Changes the bandwidth limit of all transfers together, including those under way.
    ///
    /// The transfers take turns.
    public func limit(_ bandwidth: HTTPBandwidth) {
        loop.post(.limit(bandwidth))
    }

    /// Refuses later requests, and ends the connections and the I/O thread when no request is left.
    ///
    /// - Parameter done: called after the end, on the gateway's scheduler.
    public func invalidate(_ mode: Invalidation, then done: @escaping () -> Void = {}) {
        let error = HTTPError(.invalidated, "the gateway was invalidated")
        engine.close(with: error) { [loop] in
            loop.stop()
            done()
        }
        if mode == .cancelling { engine.end(with: error) }
    }

    /// The number of requests that are under way or wait for a connection.
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
        let transfer = CurlTransfer(plan, commandQueue: loop.commandQueue, client: client)
        loop.start(transfer)
        return transfer
    }
}
