public import Logging
public import Metrics
import Scheduling
import TextFormats
public import Tracing

/// The observation of a gateway's requests: log, metrics, spans.
///
/// Addresses appear without their query; credentials never appear.
///
/// The observers are called on the scheduler of the gateway. The redirects of a request belong to
/// one record; each attempt of a host has a record of its own. Without observers, nothing is
/// recorded.
public struct HTTPObservation: Sendable {
    private let logger: Logger?
    private let tracer: (any Tracer)?
    private let requestMetrics: RequestMetrics?

    /// The observation without any observer.
    public static let none = HTTPObservation()

    /// Creates an observation by the given observers.
    ///
    /// - Parameters:
    ///   - logger: receives one line per request: `debug` for a success or a cancellation, `notice`
    ///     for a failure.
    ///   - tracer: receives one client span per request.
    ///   - metricsPrefix: the prefix of the names of three metrics: the counter of requests, the
    ///     counter of failures by code, and the timer of durations.
    ///   - metrics: the factory of the metrics; the program's metrics system by default.
    public init(
        logger: Logger? = nil, tracer: (any Tracer)? = nil, metricsPrefix: String? = nil,
        metrics: (any MetricsFactory)? = nil
    ) {
        self.logger = logger
        self.tracer = tracer
        requestMetrics = metricsPrefix.map {
            RequestMetrics(prefix: $0, in: metrics ?? MetricsSystem.factory)
        }
    }

    private struct RequestMetrics: Sendable {
        private let prefix: String
        private let factory: any MetricsFactory
        let requests: Counter
        let duration: Metrics.Timer

        init(prefix: String, in factory: any MetricsFactory) {
            self.prefix = prefix
            self.factory = factory
            requests = Counter(label: "\(prefix).requests", dimensions: [], factory: factory)
            duration = Metrics.Timer(label: "\(prefix).duration", dimensions: [], factory: factory)
        }

        func count(_ failure: HTTPError.Code) {
            Counter(
                label: "\(prefix).failures", dimensions: [("code", failure.name)],
                factory: factory
            ).increment()
        }
    }

    /// Starts the record of one exchange; `nil` without an observer.
    func begin(_ method: HTTPMethod, _ url: HTTPURL) -> Record? {
        // `notice` is the highest level of a record.
        let isLogged = logger.map { $0.logLevel <= .notice } ?? false
        guard isLogged || tracer != nil || requestMetrics != nil else { return nil }
        return Record(of: method, url, by: self)
    }

    @Schedulable
    final class Record {
        private let observation: HTTPObservation
        private let title: String
        private let span: (any Span)?
        private let started = ContinuousClock.now

        init(of method: HTTPMethod, _ url: HTTPURL, by observation: HTTPObservation) {
            self.observation = observation
            title = "\(method) \(url.redacted)"
            span = observation.tracer?.startAnySpan("HTTP \(method)", ofKind: .client)
            span?.updateAttributes { attributes in
                attributes["http.request.method"] = method.name
                attributes["url.full"] = url.redacted
                attributes["server.address"] = url.origin.host
                attributes["server.port"] = url.origin.port
            }
            observation.requestMetrics?.requests.increment()
        }

        func received(_ response: HTTPResponse) {
            span?.attributes["http.response.status_code"] = response.status
            span?.end()
            measure()
            observation.logger?.debug(
                "\(title)",
                metadata: [
                    "status": "\(response.status)",
                    "bytes": "\(response.file?.length ?? Int64(response.bytes.count))",
                    "total": "\(response.timings.total)",
                    "connected": "\(response.timings.connected)",
                    "first-byte": "\(response.timings.firstByte)",
                ])
        }

        func failed(_ error: HTTPError) {
            span?.attributes["error.type"] = error.code.name
            span?.setStatus(
                SpanStatus(code: .error, message: TerminalText.truncate(error.reason, width: 1_000))
            )
            span?.end()
            measure()
            observation.requestMetrics?.count(error.code)
            observation.logger?.notice("\(title)", metadata: ["error": "\(error)"])
        }

        func cancelled() {
            span?.attributes["error.type"] = "cancelled"
            span?.end()
            observation.logger?.debug("\(title)", metadata: ["status": "cancelled"])
        }

        private func measure() {
            observation.requestMetrics?.duration.record(duration: ContinuousClock.now - started)
        }
    }
}
