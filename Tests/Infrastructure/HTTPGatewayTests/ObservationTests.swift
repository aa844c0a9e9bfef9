import HTTPGateway
import HTTPGatewayTestKit
import InMemoryTracing
import Logging
import MetricsTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing
import Tracing

@Suite struct ObservationTests {
    private let scheduler = VirtualScheduler()
    private let lines = LineCollector()
    private let metrics = TestMetrics()
    private let tracer = InMemoryTracer()

    private var observation: HTTPObservation {
        var logger = Logger(label: "test") { [lines] _ in lines }
        logger.logLevel = .trace
        return HTTPObservation(
            logger: logger, tracer: tracer, metricsPrefix: "gateway", metrics: metrics)
    }

    @Test func aRequestIsOneLineOneSpanAndTwoFigures() throws {
        try run(GET("photos", query: [HTTPQueryItem("key", "canary")])) { _ in .text("ok") }
        #expect(lines.all.count == 1)
        let line = try #require(lines.all.first)
        #expect(line.level == .debug)
        #expect(line.text.hasPrefix("GET https://example.invalid/photos?…"))
        #expect(line.text.contains("status=200") && line.text.contains("bytes=2"))

        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
        #expect(span.operationName == "HTTP GET" && span.kind == .client && span.status == nil)
        #expect(span.attributes.text("http.request.method") == "GET")
        #expect(span.attributes.text("http.response.status_code") == "200")
        #expect(span.attributes.text("url.full") == "https://example.invalid/photos?…")
        #expect(span.attributes.text("server.address") == "example.invalid")
        #expect(span.attributes.text("server.port") == "443")

        #expect(try metrics.expectCounter("gateway.requests").totalValue == 1)
        #expect(try metrics.expectTimer("gateway.duration").values.count == 1)
    }

    @Test func aFailureIsNoticedAndCountedByItsCode() throws {
        try run(GET("gone")) { _ in StubResponse(404) }
        #expect(lines.all.map(\.level) == [.notice])
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes.text("error.type") == HTTPError.Code.notFound.name)
        #expect(span.status?.code == .error)
        let failures = try metrics.expectCounter(
            "gateway.failures", [("code", HTTPError.Code.notFound.name)])
        #expect(failures.totalValue == 1)
        #expect(try metrics.expectTimer("gateway.duration").values.count == 1)
    }

    @Test func aCancelledRequestEndsItsSpanWithoutAFailure() throws {
        try scheduler.enter {
            let gateway = GatewayStub(home: .here, observation: observation) { _ in
                StubResponse(delay: .seconds(5))
            }
            let subscription = gateway.push(
                GET(), to: try HTTPURL("https://example.invalid")
            ).observe({ _ in }, ended: { _ in })
            scheduler.advance(by: .seconds(1))
            #expect(tracer.activeSpans.count == 1)
            subscription.dispose()
            scheduler.run()
        }
        #expect(tracer.activeSpans.isEmpty && tracer.finishedSpans.count == 1)
        #expect(tracer.finishedSpans.first?.attributes.text("error.type") == "cancelled")
        #expect(lines.all.map(\.level) == [.debug])
        #expect(try metrics.expectTimer("gateway.duration").values.isEmpty)
    }

    @Test(arguments: [200, 401, 500])
    func noSecretIsSeen(_ status: Int) throws {
        try run(
            POST(
                "sign-in", query: [HTTPQueryItem("code", "canary-query")],
                headers: ["X-Own": "canary-field"],
                body: .text("canary-body")),
            HTTPOptions { $0.credential = .bearer("canary-token") }
        ) { _ in
            StubResponse(
                status, headers: ["Set-Cookie": "canary-cookie"], body: Array("canary-reply".utf8))
        }
        let spans = tracer.finishedSpans.map { "\($0.operationName) \($0.attributes) \($0.errors)" }
        #expect(lines.all.count == 1 && spans.count == 1)
        #expect(!lines.all.contains { $0.text.contains("canary") })
        #expect(!spans.contains { $0.contains("canary") })
    }

    private func run<Request: HTTPRequest>(
        _ request: Request, _ options: HTTPOptions = HTTPOptions(),
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) throws {
        try scheduler.enter {
            let gateway = GatewayStub(home: .here, observation: observation, respond)
            let url = try HTTPURL("https://example.invalid")
            gateway.push(request, to: url, options: options).observe({ _ in }, ended: { _ in })
            scheduler.run()
        }
    }
}

/// Keeps what is logged, with its metadata, as one text a line.
final class LineCollector: LogHandler {
    struct Line: Sendable {
        let level: Logger.Level
        let text: String
    }

    private let lines = Guarded([Line]())

    var all: [Line] { lines.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set { preconditionFailure("the metadata must not be set to \(newValue)") }
    }
    var logLevel: Logger.Level {
        get { .trace }
        set { precondition(newValue == .trace, "every line is kept") }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }
        let text = ([event.message.description] + fields).joined(separator: " ")
        lines.withLock { $0.append(Line(level: event.level, text: text)) }
    }
}

extension SpanAttributes {
    /// The value of an attribute as text, whatever its kind.
    fileprivate func text(_ name: String) -> String? {
        switch self[name]?.toSpanAttribute() {
        case .string(let value): value
        case .int64(let value): "\(value)"
        case .int32(let value): "\(value)"
        default: nil
        }
    }
}
