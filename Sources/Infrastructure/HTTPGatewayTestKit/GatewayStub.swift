public import HTTPGateway
public import Scheduling
public import Signals

/// A gateway without a network: a script responds, on the clock of its scheduler.
///
/// ```swift
/// let gateway = GatewayStub(home: home) { call in .text("hello \(call.url.path)") }
/// ```
///
/// It differs from the live gateway only in the transport; options, redirects, limits, deadlines,
/// handlers and errors are handled by the same code. On a `VirtualScheduler`, a slow download takes
/// no real time.
public final class GatewayStub: RequestGateway {  // not @Schedulable: tests read it anywhere
    private let engine: HTTPEngine
    private let log = CallLog()

    private final class CallLog {  // not @Schedulable: tests read it anywhere
        var calls: [RecordedRequest] = []
    }

    /// Creates a gateway whose responses come from `simulator`.
    public init(
        home: SchedulerIsolation, options: HTTPOptions = HTTPOptions(),
        observation: HTTPObservation = .none,
        _ simulator: any ResponseSimulator
    ) {
        let log = log
        let transport = StubTransport(on: home.scheduler, simulator: simulator) {
            log.calls.append($0)
        }
        engine = HTTPEngine(
            in: home, over: transport, options: options, observation: observation)
    }

    /// Creates a gateway whose responses come from `transport`.
    package init(
        home: SchedulerIsolation, over transport: any HTTPTransport, options: HTTPOptions
    ) {
        engine = HTTPEngine(
            in: home, over: transport, options: options, observation: .none)
    }

    /// Creates a gateway whose responses come from `respond`.
    public convenience init(
        home: SchedulerIsolation, options: HTTPOptions = HTTPOptions(),
        observation: HTTPObservation = .none,
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) {
        self.init(
            home: home, options: options, observation: observation, ClosureSimulator(respond))
    }

    deinit {
        let error = HTTPError(.invalidated, "the gateway was released")
        if engine.scheduler.isCurrent { return engine.end(with: error) }
        nonisolated(unsafe) let engine = engine  // the stub is gone: only the posted work uses it
        engine.scheduler.schedule(atShutdown: .always) { engine.end(with: error) }
    }

    /// The requests received, in order.
    public var calls: [RecordedRequest] {
        return log.calls
    }

    /// The number of requests under way.
    public var requestCount: Int {
        return engine.count
    }

    /// See `RequestGateway`.
    public var home: SchedulerIsolation { engine.home }

    /// See `RequestGateway`.
    public var options: HTTPOptions {
        return engine.options
    }

    /// See `RequestGateway`.
    public func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        engine.push(request, to: url, options: options)
    }

    private final class ClosureSimulator: ResponseSimulator {  // not @Schedulable: stub
        private let body: (RecordedRequest) throws -> StubResponse
        init(_ body: @escaping (RecordedRequest) throws -> StubResponse) { self.body = body }
        func respond(to call: RecordedRequest) throws -> StubResponse { try body(call) }
    }
}
