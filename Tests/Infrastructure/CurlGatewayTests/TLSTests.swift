import Crypto
import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Testing

@Suite(
    .enabled(
        if: Certificates.isAvailable, "openssl is not installed: no certificates, no TLS server"))
struct TLSTests {
    private let live = LiveGateway()
    private let certificates: Certificates

    init() throws { certificates = try Certificates() }

    private var trusting: HTTPOptions {
        HTTPOptions {
            $0.tls = HTTPTrust(roots: .file(certificates.file("ca.pem")))
            $0.allowsUnframedBody = true  // s_server's page ends with the connection
        }
    }

    @Test func aServerOfATrustedAuthorityIsTrusted() async throws {
        let server = try TLSServer("right", certificates)
        #expect(await reach(server.url(), trusting) == nil)
        #expect(await reach(server.url("127.0.0.1"), trusting) == nil)
        let pem = try Array(Data(contentsOf: URL(fileURLWithPath: certificates.file("ca.pem"))))
        var options = trusting
        options.tls = HTTPTrust(roots: .pem(pem))
        #expect(await reach(server.url(), options) == nil)
    }

    @Test func aServerOfAnUnknownAuthorityIsNot() async throws {
        let server = try TLSServer("right", certificates)
        var options = trusting
        #expect(await reach(server.url(), options) == nil)
        options.tls = nil
        #expect(await reach(server.url(), options) == .certificateRejected)
    }

    @Test func certificatesThatProveNothingAreRejected() async throws {
        for name in ["expired", "other", "self"] {
            let server = try TLSServer(name, certificates)
            #expect(await reach(server.url(), trusting) == .certificateRejected, "\(name)")
        }
    }

    @Test func verificationIsOffOnLoopbackAlone() async throws {
        let server = try TLSServer("self", certificates)
        var options = trusting
        options.tls = HTTPTrust(roots: .anyOnLoopback)
        #expect(await reach(server.url(), options) == nil)
        #expect(
            await live.run(GET(), "https://example.invalid/", options).error?.code
                == .invalidRequest)
    }

    @Test func trustIsNotSharedBetweenRequests() async throws {
        let server = try TLSServer("self", certificates)
        var options = trusting
        options.tls = HTTPTrust(roots: .anyOnLoopback)
        #expect(await reach(server.url(), options) == nil)
        #expect(await reach(server.url(), trusting) == .certificateRejected)
    }

    @Test func noRootsAreNotTheSystems() async throws {
        var options = trusting
        options.tls = HTTPTrust(roots: .pem([]))
        let outcome = await live.run(GET(), "https://localhost:1/", options)
        #expect(outcome.error?.code == .invalidRequest)
    }

    @Test func aPinnedKeyIsAskedFor() async throws {
        let server = try TLSServer("right", certificates)
        var options = trusting
        options.tls = HTTPTrust(
            roots: .file(certificates.file("ca.pem")),
            pinnedKeys: [Data(SHA256.hash(data: [1])).base64EncodedString()])
        #expect(await reach(server.url(), options) == .certificateRejected)
    }

    @Test func oldVersionsAreRefused() async throws {
        let server = try TLSServer(
            "right", certificates, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        #expect(await reach(server.url(), trusting) == .tlsFailed)
    }

    @Test func aHandshakeThatBreaksIsNamed() async throws {
        let resets = try RawServer { connection in
            connection.waitForEnd(milliseconds: 100)
            connection.reset()
        }
        let silent = try RawServer { connection in connection.waitForEnd() }
        let talks = try RawServer { connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        for (server, codes) in [
            (resets, [HTTPError.Code.tlsFailed, .connectionLost]), (silent, [.connectTimedOut]),
            (talks, [.tlsFailed]),
        ] {
            let options = HTTPOptions {
                $0.connectTimeout = .seconds(codes == [.connectTimedOut] ? 1 : 20)
            }
            let error = await live.run(GET(), "https://127.0.0.1:\(server.port)/", options).error
            #expect(codes.contains { $0 == error?.code }, "\(error as Any)")
        }
    }

    /// How a GET ends, asked again for as long as the server is still starting.
    private func reach(_ url: String, _ options: HTTPOptions) async -> HTTPError.Code? {
        for _ in 0..<100 {
            let error = await live.run(GET(), url, options).error
            guard error?.code == .connectFailed else { return error?.code }
            await withCheckedContinuation { continuation in
                live.scheduler.schedule(after: .milliseconds(50)) { continuation.resume() }
            }
        }
        return .connectFailed
    }
}
