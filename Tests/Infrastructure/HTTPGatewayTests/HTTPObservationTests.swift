import HTTPGateway
import HTTPGatewayTestKit
import Logging
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite struct HTTPObservationTests {
    private let scheduler = VirtualScheduler()
    private let lines = Lines()

    @Test func anEndIsOneLine() throws {
        try observing(GET()) { _ in }
        #expect(lines.statuses == ["200"])
    }

    @Test func aConsumerThatLeavesWithItsOutputIsOneLine() throws {
        try observing(GET()) { $0.dispose() }
        #expect(lines.statuses == ["200"])
    }

    @Test func aConsumerThatLeavesWithTheLastOutputOfAStreamIsOneLine() throws {
        try observing(LastWord()) { $0.dispose() }
        #expect(lines.statuses == ["cancelled"])
    }

    @Test func aServersTextCannotForgeALine() throws {
        try scheduler.enter {
            let logger = Logger(label: "test") { [lines] _ in lines }
            let gateway = GatewayStub(home: .here, observation: HTTPObservation(logger: logger)) {
                _ in
                throw HTTPError(.rejected, "no\nnotice GET /admin 200\u{1B}[2J")
            }
            gateway.push(GET(), to: try HTTPURL("http://a.invalid"))
                .observe({ _ in }, ended: { _ in })
            scheduler.run()
        }
        let error = try #require(lines.errors.first)
        #expect(error.contains(#"no\nnotice GET /admin 200\u{1B}[2J"#))
        #expect(!error.unicodeScalars.contains { $0.value < 32 })
    }

    /// Sends a request, and calls `receive` with the subscription for each of its outputs.
    private func observing<Request: HTTPRequest>(
        _ request: Request, _ receive: @escaping (Disposable) -> Void
    ) throws {
        try scheduler.enter {
            let logger = Logger(label: "test") { [lines] _ in lines }
            let gateway = GatewayStub(home: .here, observation: HTTPObservation(logger: logger)) {
                _ in
                .text("x")
            }
            let subscription = Disposable()
            subscription.add(
                gateway.push(request, to: try HTTPURL("http://a.invalid")).observe(
                    { _ in receive(subscription) }, ended: { _ in }))
            scheduler.run()
        }
    }

    /// A stream whose one output comes with its end.
    private struct LastWord: HTTPStreamRequest {
        typealias Output = String
        func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<String> { Reader() }

        private final class Reader: HTTPBodyReader {
            func read(_ bytes: [UInt8]) -> [String] { [] }
            func finish() -> [String] { ["end"] }
        }
    }

    /// Keeps what is logged.
    private final class Lines: LogHandler, Sendable {
        private let kept = Guarded([String]())
        private let failures = Guarded([String]())

        var errors: [String] { failures.withLock { $0 } }

        var statuses: [String] { kept.withLock { $0 } }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            kept.withLock { $0.append("\(event.metadata?["status"] ?? "none")") }
            if let error = event.metadata?["error"] { failures.withLock { $0.append("\(error)") } }
        }
    }
}
