import CurlGateway
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite struct TransferTests {
    private let live = LiveGateway()

    @Test func connectionsAreKeptAlive() async throws {
        let server = try RawServer.answering { _ in .text("ok") }
        for _ in 0..<20 { #expect(await live.run(GET(), server.url()).error == nil) }
        #expect(server.connectionCount == 1)
    }

    @Test func noMoreConnectionsThanAllowed() async throws {
        let live = LiveGateway(limits: .init(connections: 8, perOrigin: 3))
        let server = try RawServer.answering { _ in StubResponse(delay: .milliseconds(20)) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { #expect(await live.run(GET(), server.url()).error == nil) }
            }
        }
        #expect(server.connectionCount <= 3)
    }

    @Test func whatMayNotBeSentTwiceIsSentOnce() async throws {
        let posts = Guarded(0)
        let server = try RawServer { connection in
            // Answers once, then takes a request and closes: a dead connection, as seen by a
            // client.
            guard connection.request() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            if connection.request() != nil { posts.withLock { $0 += 1 } }
        }
        #expect(await live.run(GET(), server.url()).error == nil)
        let outcome = await live.run(POST(), server.url())
        #expect([.connectionLost, .emptyResponse].contains(outcome.error?.code))
        #expect(posts.withLock { $0 } == 1)
    }

    @Test func whatMayBeSentTwiceSurvivesADeadConnection() async throws {
        let server = try RawServer { connection in
            guard connection.request() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            _ = connection.request()
        }
        #expect(await live.run(GET(), server.url()).error == nil)
        #expect(await live.run(PUT(body: .text("again")), server.url()).error == nil)
        #expect(server.connectionCount == 2)
    }

    /// 150 bytes a second are enough for the default rate, and too few for this request.
    @Test func aDripBelowTheRateOfTheRequestEnds() async throws {
        let server = try RawServer.answering { _ in
            StubResponse(body: [UInt8](repeating: 97, count: 6_000), rate: 150)
        }
        let options = HTTPOptions {
            $0.idleTimeout = .seconds(2)
            $0.minimumRate = 1_024
        }
        let error = await live.run(GET(), server.url(), options).error
        #expect(error?.code == .stalled)
        #expect(error?.reason.contains("fewer than 1024 per second") == true)
    }

    @Test func aSlowReaderHoldsTheServerBack() async throws {
        let sent = Guarded(0)
        let server = try RawServer { connection in
            guard connection.request() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("4000\r\n".utf8) + [UInt8](repeating: 97, count: 0x4000) + [13, 10]
            while connection.send(chunk) { sent.withLock { $0 += 0x4000 } }
        }
        let control = HTTPTransferControl()
        let first = Guarded(false)
        let request = Watched { _ in
            if first.withLock({
                let was = $0; $0 = true; return !was
            }) {
                control.pause()
            }
        }
        async let outcome = live.run(request, server.url(), HTTPOptions { $0.control = control })
        // The sent bytes fill the window and the sockets' buffers, and then the transfer stops.
        let settled = await settles { sent.withLock { $0 } }
        #expect(settled < 32 << 20)
        control.cancel()
        #expect(await outcome.error?.code == .cancelled)
    }

    @Test func pausedTransfersGoOn() async throws {
        let server = try RawServer.answering { _ in
            StubResponse(body: [UInt8](repeating: 1, count: 4 << 20))
        }
        let control = HTTPTransferControl()
        let seen = Guarded(0)
        let request = Watched { count in
            if seen.withLock({
                $0 += count; return $0
            }) == count {
                control.pause()
            }
        }
        async let outcome = live.run(request, server.url(), HTTPOptions { $0.control = control })
        let settled = await settles { seen.withLock { $0 } }
        #expect(settled < 4 << 20)
        control.resume()
        #expect(await outcome.outputs.reduce(0, +) == 4 << 20)
    }

    /// All other events of this transfer occur before it continues, or after its deadline.
    @Test func whatIsRefusedWhenItGoesOnEnds() async throws {
        let clock = try RawServer.answering { _ in StubResponse(delay: .milliseconds(2_500)) }
        let control = HTTPTransferControl()
        control.pause()
        let options = HTTPOptions {
            $0.control = control
            $0.bodyLimit = 10
            $0.connectTimeout = .seconds(600)
            $0.deadline = .seconds(300)
        }
        let server = try RawServer { connection in
            guard connection.request() != nil else { return }
            let chunk = "3e8\r\n" + String(repeating: "a", count: 1_000) + "\r\n0\r\n\r\n"
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)
            connection.waitForEnd()
        }
        async let outcome = live.run(GET(), server.url(), options)
        _ = await live.run(GET(), clock.url())
        control.resume()
        #expect(await outcome.error?.code == .bodyTooLarge)
    }

    @Test func whatIsTooMuchToWaitForItsReaderEndsByName() async throws {
        // libcurl keeps up to 64 MiB of a transfer that stands; this is 512 MiB in a piece.
        let bomb =
            Zstandard.header + (0..<4_096).flatMap { Zstandard.zeros(131_072, isLast: $0 == 4_095) }
        let server = try RawServer.answering { call in
            call.headers["accept-encoding"]?.contains("zstd") == true
                ? StubResponse(headers: ["Content-Encoding": "zstd"], body: bomb)
                : StubResponse(headers: ["Content-Length": "\(1 << 32)"])
        }
        let control = HTTPTransferControl()
        let options = HTTPOptions {
            $0.control = control
            $0.acceptsCompression = true
            $0.bodyLimit = 1 << 31
        }
        let outcome = await live.run(Watched { _ in control.pause() }, server.url(), options)
        #expect(outcome.error?.code == .bodyTooLarge)
    }

    @Test(arguments: [1, 64])
    func whatIsPausedBeforeItBeginsMovesNothing(_ connections: Int) async throws {
        let live = LiveGateway(limits: .init(connections: connections, perOrigin: connections))
        let asked = Guarded(0)
        let server = try RawServer.answering { call in
            asked.withLock { $0 += 1 }
            let isFirst = call.url.path == "/first"
            return StubResponse(
                body: [UInt8](repeating: 1, count: 1_000),
                delay: isFirst ? .milliseconds(200) : .zero)
        }
        let control = HTTPTransferControl()
        control.pause()
        let seen = Guarded(0)
        let request = Watched { count in seen.withLock { $0 += count } }
        async let first = live.run(GET(), server.url("/first"))
        // A paused response would hold the only connection.
        _ = await settles(after: .milliseconds(10)) { asked.withLock { $0 } }
        async let outcome = live.run(request, server.url(), HTTPOptions { $0.control = control })
        _ = await settles { asked.withLock { $0 } == 2 ? 1 : 0 }
        #expect(seen.withLock { $0 } == 0)
        control.resume()
        #expect(await outcome.outputs.reduce(0, +) == 1_000)
        #expect(await first.error == nil)
    }

    @Test func aLongQueueThatFailsAtOnceNeedsNoStack() async throws {
        let live = LiveGateway(limits: .init(connections: 1, perOrigin: 1))
        let server = try RawServer.answering { _ in StubResponse(delay: .milliseconds(500)) }
        let url = try HTTPURL(server.url())
        let codes = await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                var codes: [HTTPError.Code] = []
                gateway.push(HEAD(), to: url).observe({ _ in }, ended: { _ in })
                for _ in 0..<5_000 {
                    gateway.push(PUT(body: .file("/no/such/file")), to: url).observe(
                        { _ in },
                        ended: {
                            if case .failed(let error) = $0 { codes.append(error.code) }
                            if codes.count == 5_000 { continuation.resume(returning: codes) }
                        })
                }
            }
        }
        #expect(codes.allSatisfy { $0 == .bodyFailed })
    }

    @Test func bandwidthCanBeLimitedWhileItRuns() async throws {
        let server = try RawServer.answering { _ in
            StubResponse(body: [UInt8](repeating: 1, count: 8 << 20))
        }
        let control = HTTPTransferControl()
        let options = HTTPOptions {
            $0.bandwidth = HTTPBandwidth(download: 50_000)
            $0.control = control
        }
        let start = ContinuousClock.now
        let seen = Guarded(0)
        async let outcome = live.run(
            Watched { count in seen.withLock { $0 += count } }, server.url(), options)
        _ = await settles(after: .milliseconds(1_500)) { seen.withLock { $0 } > 0 ? 1 : 0 }
        // On a busy machine that took longer than asked for.
        let allowed = 50_000 * ((ContinuousClock.now - start) / .seconds(1)) + 1_500_000
        #expect(Double(seen.withLock { $0 }) < allowed)
        control.limit(HTTPBandwidth())
        #expect(await outcome.error == nil)
        // At the limit it would have taken 168 seconds, and have met the deadline.
        #expect(ContinuousClock.now - start < .seconds(110))
    }

    @Test(arguments: [(sent: 50_000, received: 1), (sent: 1, received: 50_000)])
    func manyShortTransfersTogetherKeepTheGatewaysLimit(sent: Int, received: Int) async throws {
        var limits = CurlGateway.Limits(connections: 8, perOrigin: 8)
        limits.bandwidth = HTTPBandwidth(upload: 500_000, download: 500_000)
        let live = LiveGateway(limits: limits)
        let server = try RawServer.answering { _ in
            StubResponse(body: [UInt8](repeating: 1, count: received))
        }
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let body = HTTPBody.bytes([UInt8](repeating: 2, count: sent))
                    #expect(await live.run(POST(body: body), server.url()).error == nil)
                }
            }
        }
        // A million bytes in one direction; a busy machine only takes longer.
        #expect(ContinuousClock.now - start >= .milliseconds(1_500))
    }

    /// Each encoding has to be asked for: a plain body would prove nothing.
    @Test(arguments: [
        ("gzip", Bomb.small),
        ("br", [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03]),
        ("zstd", Zstandard.header(of: 5) + Zstandard.block("hello", isLast: true)),
    ])
    func compressedBodiesAreUnpackedWhenAskedFor(_ encoding: String, _ body: [UInt8]) async throws {
        let server = try RawServer.answering { call in
            let isAskedFor = call.headers["accept-encoding"]?.contains(encoding) == true
            return isAskedFor
                ? StubResponse(headers: ["Content-Encoding": encoding], body: body)
                : .text("plain")
        }
        let outcome = await live.run(
            GET(), server.url(), HTTPOptions { $0.acceptsCompression = true })
        #expect(outcome.outputs == [Array("hello".utf8)])
        #expect(await live.run(GET(), server.url()).outputs == [Array("plain".utf8)])
    }

    @Test func zstandardBombsStopAtTheLimit() async throws {
        // 128 KiB of zeros in each four bytes, 128 MiB in all.
        let bomb =
            Zstandard.header + (0..<1_024).flatMap { Zstandard.zeros(131_072, isLast: $0 == 1_023) }
        let server = try RawServer.answering { call in
            call.headers["accept-encoding"]?.contains("zstd") == true
                ? StubResponse(headers: ["Content-Encoding": "zstd"], body: bomb)
                : StubResponse(body: [UInt8](repeating: 0, count: 2 << 20))
        }
        let options = HTTPOptions { $0.acceptsCompression = true }
        #expect(
            await live.run(GET(limit: 1 << 20), server.url(), options).error?.code == .bodyTooLarge)
    }

    /// In a process of its own, so that the memory of other tests is not counted.
    @Test func bombsStopAtTheLimit() async throws {
        await #expect(processExitsWith: .success) {
            try await TransferTests().stopsBombsAtTheLimit()
        }
    }

    private func stopsBombsAtTheLimit() async throws {
        let bomb = Bomb.zeros(1_000_000)
        let server = try RawServer.answering { _ in
            StubResponse(headers: ["Content-Encoding": "gzip"], body: bomb)
        }
        let before = peakResidentBytes()
        let options = HTTPOptions { $0.acceptsCompression = true }
        #expect(
            await live.run(GET(limit: 1 << 20), server.url(), options).error?.code == .bodyTooLarge)
        var limited = options
        limited.bodyLimit = 1 << 20
        #expect(await live.run(StreamingGET(), server.url(), limited).error?.code == .bodyTooLarge)
        #expect(Sanitizer.isOn || peakResidentBytes() - before < 64 << 20)
    }

    @Test(arguments: ["gzip, gzip, gzip, gzip, gzip, gzip", "br", "zstd", "gzip", "deflate"])
    func brokenCompressionIsNamed(_ encoding: String) async throws {
        let server = try RawServer.answering { _ in
            StubResponse(
                headers: ["Content-Encoding": encoding], body: Array("this is not compressed".utf8))
        }
        let outcome = await live.run(
            GET(), server.url(), HTTPOptions { $0.acceptsCompression = true })
        #expect(outcome.error?.code == .badEncoding, "\(outcome.error as Any)")
    }

    @Test func aClosedPortRefusesTheConnection() async throws {
        #expect(await live.run(GET(), "http://127.0.0.1:1/").error?.code == .connectionRefused)
    }

    @Test(
        .enabled("the machine has no loopback of IPv6") {
            (try? RawServer(at: .six) { _ in }) != nil
        })
    func addressesOfTheSixthVersionWork() async throws {
        #expect(
            await [.connectionRefused, .connectFailed].contains(
                live.run(GET(), "http://[::1]:1/").error?.code))
        let server = try RawServer.answering(at: .six) { _ in .text("six") }
        #expect(await live.run(GET(), server.url()).outputs == [Array("six".utf8)])
    }

    @Test func askingForHTTP2OverPlainHTTPUpgradesNothing() async throws {
        let heads = Guarded([HTTPHeaders]())
        let server = try RawServer.answering { call in
            heads.withLock { $0.append(call.headers) }
            return .text("ok")
        }
        let outcome = await live.run(GET(), server.url(), HTTPOptions { $0.version = .http2 })
        #expect(outcome.outputEvents.first?.head.version == "1.1")
        let head = try #require(heads.withLock { $0.first })
        #expect(head["upgrade"] == nil && head["http2-settings"] == nil)
    }

    @Test func namesThatNobodyHasAreNotResolved() async throws {
        let outcome = await live.run(GET(), "http://nobody.invalid/")
        #expect([.nameNotResolved, .connectTimedOut].contains(outcome.error?.code))
        #expect(outcome.error?.phase == .resolving)
    }

    @Test func credentialsDoNotGoOverPlainHTTP() async throws {
        let outcome = await live.run(
            GET(), "http://example.invalid/", HTTPOptions { $0.credential = .bearer("canary") })
        #expect(outcome.error?.code == .insecureCredential)
        #expect(!"\(outcome)".contains("canary"))
    }

    /// The proxy shows what a server of another machine would get.
    @Test(arguments: [false, true])
    func anOptionSendsACredentialOverPlainHTTP(_ isAccepted: Bool) async throws {
        let proxy = try RawServer.answering { .text($0.headers["Authorization"] ?? "none") }
        let options = HTTPOptions {
            $0.proxy = HTTPProxy(url: proxy.url(""))
            $0.credential = .basic(user: "ada", password: "canary")
            $0.sendsCredentialOverHTTP = isAccepted
        }
        let outcome = await live.run(GET(), "http://nas.invalid/", options)
        #expect(outcome.error?.code == (isAccepted ? nil : .insecureCredential))
        #expect(proxy.connectionCount == (isAccepted ? 1 : 0))
        let text = outcome.outputs.first.map { String(decoding: $0, as: UTF8.self) }
        #expect(text?.hasPrefix("Basic ") == (isAccepted ? true : nil))
    }

    @Test func requestsGoThroughTheProxyThatIsGiven() async throws {
        let targets = Guarded([String]())
        let proxy = try RawServer { connection in
            while let request = connection.request() {
                targets.withLock { $0.append(request.target) }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let options = HTTPOptions { $0.proxy = HTTPProxy(url: proxy.url("")) }
        #expect(
            await live.run(GET("x"), "http://far.invalid/", options).outputs == [Array("ok".utf8)])
        #expect(targets.withLock { $0 } == ["http://far.invalid/x"])
        let gone = HTTPOptions { $0.proxy = HTTPProxy(url: "http://127.0.0.1:1") }
        #expect(
            await [.connectionRefused, .proxyFailed].contains(
                live.run(GET(), "http://far.invalid/", gone).error?.code))
    }

    @Test func aProxyForwardsARequestAndNamesTheProgram() async throws {
        let server = try RawServer.answering { .text($0.headers["User-Agent"] ?? "") }
        let proxy = try ForwardProxy(to: server.port)
        let options = HTTPOptions {
            $0.proxy = HTTPProxy(
                url: "http://127.0.0.1:\(proxy.port)", user: "ada", password: .init("canary"))
            $0.headers = ["User-Agent": "photopark (test)"]
        }
        let outcome = await live.run(GET("x"), "http://far.invalid/", options)
        #expect(outcome.outputs == [Array("photopark (test)".utf8)])
        #expect(proxy.requests.map(\.target) == ["http://far.invalid/x"])
        #expect(proxy.requests.first?.header("proxy-authorization")?.hasPrefix("Basic ") == true)
    }

    @Test func throughAProxyNothingIsThisMachinesOwn() async throws {
        let proxy = try RawServer.answering { _ in .text("ok") }
        let secret = HTTPOptions {
            $0.proxy = HTTPProxy(url: proxy.url(""))
            $0.credential = .bearer("canary")
        }
        let outcome = await live.run(GET(), "http://localhost:1/", secret)
        #expect(outcome.error?.code == .insecureCredential)
        let unchecked = HTTPOptions {
            $0.proxy = HTTPProxy(url: proxy.url(""))
            $0.tls = TLSTrust(roots: .anyOnLoopback)
        }
        #expect(
            await live.run(GET(), "https://localhost:1/", unchecked).error?.code == .invalidRequest)
        #expect(proxy.connectionCount == 0)
    }

    @Test(arguments: [
        "ftp://user:canary@proxy.invalid:1", "http://user:canary@127.0.0.1:1", "canary",
        "http://127.0.0.1:1/canary", "http://127.0.0.1:canary",
    ])
    func aProxysAddressThatIsNoneIsRefusedWithoutBeingRepeated(_ address: String) async {
        let options = HTTPOptions { $0.proxy = HTTPProxy(url: address) }
        let outcome = await live.run(GET(), "http://far.invalid/", options)
        #expect(outcome.error?.code == .invalidRequest)
        #expect(!"\(outcome)".contains("canary"))
    }

    @Test(arguments: [403, 407, 429, 502])
    func aProxyThatMakesNoTunnelIsNamed(status: Int) async throws {
        let proxy = try ForwardProxy(refusing: status)
        let options = HTTPOptions { $0.proxy = HTTPProxy(url: "http://127.0.0.1:\(proxy.port)") }
        let outcome = await live.run(GET(), "https://far.invalid/", options)
        // A proxy that is busy, or whose connection fails, may answer otherwise later.
        let error = try #require(outcome.error)
        #expect(error.code == (status == 403 || status == 407 ? .proxyRefused : .proxyFailed))
        #expect(error.reason.contains("the proxy answered \(status)"))
    }

    @Test(.enabled(if: LocalName.value != nil, "no name but localhost is this machine's"))
    func aProxysNameIsResolvedBeforeTheTransfer() async throws {
        let proxy = try RawServer { connection in
            while connection.request() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let name = try #require(LocalName.value)
        let options = HTTPOptions { $0.proxy = HTTPProxy(url: "http://\(name):\(proxy.port)") }
        let outcome = await live.run(GET(), "http://far.invalid/", options)
        #expect(outcome.outputs == [Array("ok".utf8)])
        // A lookup of libcurl's own would take no time here: its clock would have run since the
        // start.
        #expect(try #require(outcome.outputEvents.first).timings.resolved > .microseconds(20))
        let gone = HTTPOptions { $0.proxy = HTTPProxy(url: "http://proxy.invalid") }
        #expect(
            await live.run(GET(), "http://far.invalid/", gone).error?.code == .proxyFailed)
    }

    @Test func settingsThatAreTakenHalfwayAreForgotten() async throws {
        let server = try RawServer.answering { _ in .text("direct") }
        let proxy = try RawServer.answering { _ in .text("proxy") }
        // The proxy is set before the roots, which are refused.
        let refused = HTTPOptions {
            $0.proxy = HTTPProxy(url: proxy.url(""))
            $0.tls = TLSTrust(roots: .pem([]))
        }
        #expect(await live.run(GET(), server.url()).error == nil)
        #expect(await live.run(GET(), server.url(), refused).error?.code == .invalidRequest)
        #expect(await live.run(GET(), server.url()).outputs == [Array("direct".utf8)])
        #expect(proxy.connectionCount == 0)
    }

    @Test(.enabled(if: LocalName.value != nil, "no name but localhost is this machine's"))
    func namesAreResolvedBeforeTheTransfer() async throws {
        let server = try RawServer.answering { _ in .text("ok") }
        let url = "http://\(try #require(LocalName.value)):\(server.port)/"
        let control = HTTPTransferControl()
        control.pause()
        let seen = Guarded(0)
        let request = Watched { count in seen.withLock { $0 += count } }
        async let outcome = live.run(request, url, HTTPOptions { $0.control = control })
        _ = await settles { server.connectionCount }
        #expect(seen.withLock { $0 } == 0)
        control.resume()
        #expect(await outcome.outputs == [2])
        let known = try #require(await live.run(HEAD(), url).outputEvents.first?.timings)
        let fresh = try #require(await LiveGateway().run(HEAD(), url).outputEvents.first?.timings)
        // A cached name takes libcurl some microseconds; a lookup uses a thread and a file.
        #expect(fresh.resolved > .microseconds(20))
        #expect(known.resolved <= known.connected && known.connected <= known.firstByte)
        #expect(fresh.resolved <= fresh.connected && fresh.connected <= fresh.firstByte)
    }

    @Test func timingsTellThePhases() async throws {
        let server = try RawServer.answering { _ in StubResponse(delay: .milliseconds(50)) }
        let first = await live.run(HEAD(), server.url()).outputEvents.first?.timings
        let second = await live.run(HEAD(), server.url()).outputEvents.first?.timings
        #expect(first?.isNewConnection == true && second?.isNewConnection == false)
        #expect((first?.firstByte ?? .zero) >= .milliseconds(40))
        #expect((first?.total ?? .zero) >= (first?.firstByte ?? .zero))
    }

    /// Waits until `value` has stayed the same for a while; real time, since sockets have no other.
    private func settles(after pause: Duration = .milliseconds(400), _ value: @Sendable () -> Int)
        async -> Int
    {
        var last = -1
        while value() != last || last == 0 {
            last = value()
            await withCheckedContinuation { continuation in
                live.scheduler.schedule(after: pause) { continuation.resume() }
            }
        }
        return last
    }
}

/// A stream whose pieces are counted, and told to a test as they come.
struct Watched: HTTPStreamRequest {
    typealias Output = Int
    let saw: @Sendable (Int) -> Void

    init(_ saw: @escaping @Sendable (Int) -> Void) { self.saw = saw }

    func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<Int> { Reader(saw) }

    private final class Reader: HTTPBodyReader {
        private let saw: @Sendable (Int) -> Void
        init(_ saw: @escaping @Sendable (Int) -> Void) { self.saw = saw }
        func read(_ bytes: [UInt8]) -> [Int] {
            saw(bytes.count)
            return [bytes.count]
        }
        func finish() -> [Int] { [] }
    }
}

/// Frames of Zstandard (RFC 8878) that hold bytes as they are, or one byte again and again.
enum Zstandard {
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    /// The head of a frame of unknown length, with a window of 2 MiB.
    static let header = magic + [0x00, 0x58]

    /// The head of a frame of so many bytes.
    static func header(of count: UInt8) -> [UInt8] { magic + [0x20, count] }

    static func block(_ text: String, isLast: Bool) -> [UInt8] {
        head(text.utf8.count, kind: 0, isLast) + Array(text.utf8)
    }

    static func zeros(_ count: Int, isLast: Bool) -> [UInt8] { head(count, kind: 1, isLast) + [0] }

    private static func head(_ count: Int, kind: Int, _ isLast: Bool) -> [UInt8] {
        let bits = count << 3 | kind << 1 | (isLast ? 1 : 0)
        return (0..<3).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    }
}

/// A name of this machine that has to be resolved, from the table of hosts.
enum LocalName {
    static let value: String? = {
        let table = (try? String(contentsOfFile: "/etc/hosts", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").lazy
            .map { $0.split { $0.isWhitespace }.map(String.init) }
            .first { $0.count > 1 && $0[0] == "127.0.0.1" && $0[1] != "localhost" }?[1]
    }()
}
