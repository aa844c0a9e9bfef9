import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway

/// Gateway < host < request < call holds for every option.
@Suite struct OptionLevelTests {
    private let scheduler = VirtualScheduler()

    /// An option: sets the value of a level, and reads what became of it.
    struct Row: Sendable {
        let name: String
        let set: @Sendable (inout HTTPOptions, Int) -> Void
        let read: @Sendable (HTTPOptions.Fields) -> String

        init<Value>(
            _ name: String, _ set: @escaping @Sendable (inout HTTPOptions, Int) -> Void,
            _ read: @escaping @Sendable (HTTPOptions.Fields) -> Value
        ) {
            self.name = name
            self.set = set
            self.read = { "\(read($0))" }
        }

        /// The value of the option when only `level` sets it.
        func value(of level: Int) -> String {
            read(HTTPOptions { set(&$0, level) }.fields)
        }
    }

    static let controls = (0..<5).map { _ in HTTPTransferControl() }

    static let rows: [Row] = [
        Row("headers", { $0.headers = ["Level": "\($1)"] }, { $0.headers["Level"] }),
        // Queries add up, the nearest last.
        Row(
            "query", { $0.query = [HTTPQueryItem("level", "\($1)")] },
            { $0.query.last?.value }),
        Row(
            "credential", { $0.credential = .bearer("level \($1)") },
            { fields in
                var headers = HTTPHeaders()
                fields.credential?.authorize(&headers)
                return headers["Authorization"]
            }),
        Row("connectTimeout", { $0.connectTimeout = .seconds($1) }, \.connectTimeout),
        Row("firstByteTimeout", { $0.firstByteTimeout = .seconds($1) }, \.firstByteTimeout),
        Row("idleTimeout", { $0.idleTimeout = .seconds($1) }, \.idleTimeout),
        Row("deadline", { $0.deadline = .seconds($1) }, \.deadline),
        Row("totalDeadline", { $0.totalDeadline = .seconds($1) }, \.totalDeadline),
        Row("minimumRate", { $0.minimumRate = $1 }, \.minimumRate),
        Row("tls", { $0.tls = TLSTrust(pinnedKeys: ["\($1)"]) }, { $0.tls?.pinnedKeys }),
        Row("redirects", { $0.redirects = $1 }, \.redirects),
        Row("proxy", { $0.proxy = HTTPProxy(url: "http://127.0.0.\($1)") }, { $0.proxy?.url }),
        Row("version", { $0.version = $1 % 2 == 0 ? .http1 : .http2 }, \.version),
        Row("acceptsCompression", { $0.acceptsCompression = $1 % 2 == 0 }, \.acceptsCompression),
        Row(
            "sendsCredentialOverHTTP", { $0.sendsCredentialOverHTTP = $1 % 2 == 0 },
            \.sendsCredentialOverHTTP),
        Row("allowsUnframedBody", { $0.allowsUnframedBody = $1 % 2 == 0 }, \.allowsUnframedBody),
        Row("headerLimit", { $0.headerLimit = $1 }, \.headerLimit),
        Row("bodyLimit", { $0.bodyLimit = Int64($1) }, \.bodyLimit),
        Row("retry", { $0.retry = HTTPRetryPolicy(attempts: $1) }, \.retry),
        Row("priority", { $0.priority = $1 % 2 == 0 ? .high : .low }, \.priority),
        Row("progressInterval", { $0.progressInterval = .seconds($1) }, \.progressInterval),
        Row("bandwidth", { $0.bandwidth = HTTPBandwidth(upload: Int64($1)) }, \.bandwidth),
        Row(
            "control", { $0.control = controls[$1] },
            { $0.control.map { control in controls.firstIndex { $0 === control } } }),
    ]

    @Test func thereIsARowForEveryOption() {
        let names = Mirror(reflecting: HTTPOptions.Fields()).children.compactMap(\.label)
        #expect(Set(names) == Set(Self.rows.map(\.name)))
        #expect(names.count == Self.rows.count)
    }

    @Test(arguments: rows.indices)
    func theNearestLevelThatSetsAnOptionWins(_ index: Int) throws {
        let row = Self.rows[index]
        for levels in 1..<16 {
            func options(_ level: Int) -> HTTPOptions {
                HTTPOptions { if levels >> (level - 1) & 1 == 1 { row.set(&$0, level) } }
            }
            try scheduler.enter {
                let recorder = Recorder(options: options(1), home: scheduler.home)
                let host = HTTPHost(
                    at: try HTTPURL("http://127.0.0.1"), through: recorder, options: options(2))
                let subscription = host.push(Asking(options: options(3)), options: options(4))
                    .observe({ _ in }, ended: { _ in })
                scheduler.runUntilIdle()
                let plan = try #require(recorder.transport.plans.first)
                let nearest = (1...4).last { levels >> ($0 - 1) & 1 == 1 } ?? 0
                let found = row.read(plan.options.fields)
                #expect(found == row.value(of: nearest), "\(row.name), levels \(levels)")
                subscription.dispose()
            }
        }
    }

    /// No plan shows the options that the host itself uses: the number and the time of attempts.
    @Test(arguments: 1...4)
    func retriesAreThoseOfTheNearestLevel(_ nearest: Int) throws {
        func options(_ level: Int) -> HTTPOptions {
            HTTPOptions {
                if level == nearest { $0.retry = HTTPRetryPolicy(attempts: 2) }
                if level < nearest { $0.retry = HTTPRetryPolicy(attempts: 7) }
            }
        }
        try scheduler.enter {
            let gateway = GatewayStub(home: .here, options: options(1)) { _ in StubResponse(500) }
            let host = HTTPHost(
                at: try HTTPURL("http://127.0.0.1"), through: gateway, options: options(2))
            let probe = Probe(host.push(Asking(options: options(3)), options: options(4)))
            scheduler.run()
            #expect(probe.error?.attempts == 2 && gateway.calls.count == 2)
        }
    }

    @Test(arguments: 1...4)
    func theTotalDeadlineIsThatOfTheNearestLevel(_ nearest: Int) throws {
        func options(_ level: Int) -> HTTPOptions {
            HTTPOptions {
                if level == nearest { $0.totalDeadline = .seconds(20) }
                if level < nearest { $0.totalDeadline = .seconds(7) }
            }
        }
        try scheduler.enter {
            let gateway = GatewayStub(home: .here, options: options(1)) { _ in
                StubResponse(delay: .seconds(29))
            }
            let host = HTTPHost(
                at: try HTTPURL("http://127.0.0.1"), through: gateway, options: options(2))
            let probe = Probe(host.push(Asking(options: options(3)), options: options(4)))
            scheduler.run()
            #expect(probe.error?.code == .deadlineExceeded)
            #expect(scheduler.now == SchedulerInstant(nanoseconds: 20_000_000_000))
        }
    }

    @Test(arguments: [3, 4])
    func aCredentialOfANearerLevelWinsOverTheHostsSource(_ level: Int) {
        scheduler.enter {
            let tokens = Tokens(first: "source")
            let host = HostStub(
                home: .here,
                options: HTTPOptions { $0.credential = .bearer("host") }, credentials: tokens
            ) { _ in StubResponse(401) }
            let near = HTTPOptions { $0.credential = .bearer("near") }
            let none = HTTPOptions()
            let nearer = Probe(
                host.push(
                    Asking(options: level == 3 ? near : none), options: level == 4 ? near : none))
            scheduler.run()
            #expect(nearer.error?.code == .unauthorized)
            #expect(host.calls.map { $0.headers["Authorization"] } == ["Bearer near"])
            #expect(tokens.refreshCount == 0)
            let farther = Probe(host.push(Asking(options: none)))
            scheduler.run()
            #expect(farther.error?.code == .unauthorized)
            #expect(host.calls.dropFirst().first?.headers["Authorization"] == "Bearer source")
        }
    }

    private struct Asking: HTTPRequest {
        let options: HTTPOptions
        func handle(_ response: HTTPResponse) -> String { response.text }
    }

    /// A gateway that keeps the plans of its transfers, and begins none.
    private final class Recorder: RequestGateway {
        let transport = Transport()
        private let engine: HTTPEngine

        init(options: HTTPOptions, home: SchedulerIsolation) {
            engine = HTTPEngine(
                in: home, over: transport, options: options, observation: .none)
        }

        var home: SchedulerIsolation { engine.home }
        var options: HTTPOptions { engine.options }

        func push<Request: HTTPRequest>(
            _ request: Request, to url: HTTPURL, options: HTTPOptions
        ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
            engine.push(request, to: url, options: options)
        }

        final class Transport: HTTPTransport {
            private(set) var plans: [TransferPlan] = []

            func start(
                _ plan: TransferPlan, for client: any TransferClient
            ) -> any TransferHandle {
                plans.append(plan)
                return Handle()
            }
        }

        private final class Handle: TransferHandle {
            func cancel() {}
            func consumed(_ count: Int) {}
            var controlChanged: @Sendable () -> Void { {} }
        }
    }
}
