import CurlGateway
import Digests
import Foundation
import HTTPGateway
import LoopbackTestKit
import Scheduling
import Testing

@Suite(
    .enabled(
        if: Certificates.isAvailable, "openssl is not installed: no certificates, no TLS server"))
struct TLSTests {
    private let live = LiveGateway()
    private let certificates: Certificates

    init() throws { self.init(try Certificates()) }

    private init(_ certificates: Certificates) { self.certificates = certificates }

    private var trusting: HTTPOptions {
        HTTPOptions {
            $0.tls = TLSTrust(roots: .file(certificates.file("ca.pem")))
            $0.allowsUnframedBody = true  // s_server's page ends with the connection
        }
    }

    @Test func aServerOfATrustedAuthorityIsTrusted() async throws {
        let server = try TLSServer("right", certificates)
        #expect(await reach(server.url(), trusting) == nil)
        #expect(await reach(server.url("127.0.0.1"), trusting) == nil)
        let pem = try Array(Data(contentsOf: URL(fileURLWithPath: certificates.file("ca.pem"))))
        var options = trusting
        options.tls = TLSTrust(roots: .pem(pem))
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
        options.tls = TLSTrust(roots: .anyOnLoopback)
        #expect(await reach(server.url(), options) == nil)
        #expect(
            await live.run(GET(), "https://example.invalid/", options).error?.code
                == .invalidRequest)
    }

    @Test func trustIsNotSharedBetweenRequests() async throws {
        let server = try TLSServer("self", certificates)
        var options = trusting
        options.tls = TLSTrust(roots: .anyOnLoopback)
        #expect(await reach(server.url(), options) == nil)
        #expect(await reach(server.url(), trusting) == .certificateRejected)
    }

    /// Whatever the names in it and its issuer are, but not after its end.
    @Test func aCertificateThatIsTrustedItselfIsTheOnlyOne() async throws {
        for name in ["self", "right", "other", "expired"] {
            let server = try TLSServer(name, certificates)
            for trusted in ["self", "right", "other", "expired"] {
                var options = trusting
                options.tls = TLSTrust(roots: .certificate(try pem(trusted)))
                let isAccepted = trusted == name && name != "expired"
                #expect(
                    await reach(server.url("127.0.0.1"), options)
                        == (isAccepted ? nil : .certificateRejected), "\(name), \(trusted)")
            }
        }
    }

    @Test func aServerIsExaminedByItsCertificate() async throws {
        let server = try TLSServer("right", certificates)
        #expect(await reach(server.url(), trusting) == nil)
        let url = try HTTPURL(server.url() + "path")
        let authority = TLSTrust.Roots.file(certificates.file("ca.pem"))
        let results = try await onThreadOfItsOwn {
            [
                CertificateReader.examine(url, trusting: authority),
                CertificateReader.examine(url, trusting: .system),
                CertificateReader.examine(try HTTPURL("https://127.0.0.1:1/"), trusting: .system),
                CertificateReader.examine(try HTTPURL("http://127.0.0.1/"), trusting: .system),
            ]
        }
        #expect(results[0] == .trusted && results[2] == .unknown && results[3] == .unknown)
        guard case .untrusted(let certificate, let reason) = results[1] else {
            Issue.record("\(results[1])")
            return
        }
        #expect(!reason.isEmpty)
        let shown = certificate.filter { !$0.isWhitespace }
        let expected = String(decoding: try pem("right"), as: UTF8.self).filter { !$0.isWhitespace }
        #expect(shown == expected)
    }

    private func pem(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: certificates.file("\(name).pem"))))
    }

    @Test func noRootsAreNotTheSystems() async throws {
        var options = trusting
        options.tls = TLSTrust(roots: .pem([]))
        let outcome = await live.run(GET(), "https://localhost:1/", options)
        #expect(outcome.error?.code == .invalidRequest)
    }

    @Test func aPinnedKeyIsAskedFor() async throws {
        let server = try TLSServer("right", certificates)
        var options = trusting
        options.tls = TLSTrust(
            roots: .file(certificates.file("ca.pem")),
            pinnedKeys: [Data(SHA256.digest(of: [1])).base64EncodedString()])
        #expect(await reach(server.url(), options) == .certificateRejected)
    }

    @Test func aPinnedKeyThatMatchesIsAccepted() async throws {
        let server = try TLSServer("right", certificates)
        var options = trusting
        let other = Data(SHA256.digest(of: [1])).base64EncodedString()
        let right = try certificates.pin(of: "right")
        for pins in [[right], [other, right]] {
            options.tls = TLSTrust(roots: .file(certificates.file("ca.pem")), pinnedKeys: pins)
            #expect(await reach(server.url(), options) == nil)
        }
        // A pinned key proves nothing about a certificate without a trusted issuer.
        options.tls = TLSTrust(roots: .system, pinnedKeys: [right])
        #expect(await reach(server.url(), options) == .certificateRejected)
    }

    /// In a process of its own, whose libcurl finds the variable when it begins.
    @Test func noSessionSecretsAreWritten() async throws {
        await #expect(processExitsWith: .success) {
            let certificates = try Certificates()
            let server = try TLSServer("right", certificates)
            let keys = certificates.file("keys")
            setenv("SSLKEYLOGFILE", keys, 1)
            let tests = TLSTests(certificates)
            let error = await tests.reach(server.url(), tests.trusting)
            #expect(error == nil)
            #expect(!FileManager.default.fileExists(atPath: keys))
            server.stop()
        }
    }

    /// In a process of its own, whose OpenSSL would take TLS 1.1: Debian's would refuse it by
    /// itself.
    @Test func oldVersionsAreRefused() async throws {
        await #expect(processExitsWith: .success) {
            let certificates = try Certificates()
            let configuration = certificates.file("openssl.cnf")
            let lines = [
                "openssl_conf = a", "[a]", "ssl_conf = b", "[b]", "system_default = c", "[c]",
                "MinProtocol = TLSv1", "CipherString = ALL:@SECLEVEL=0",
            ]
            try lines.joined(separator: "\n").write(
                toFile: configuration, atomically: true, encoding: .utf8)
            setenv("OPENSSL_CONF", configuration, 1)
            let tests = TLSTests(certificates)
            let old = try TLSServer(
                "right", certificates, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
            let oldEnd = await tests.reach(old.url(), tests.trusting)
            #expect(oldEnd == .tlsFailed)
            let new = try TLSServer("right", certificates, ["-tls1_2"])
            let newEnd = await tests.reach(new.url(), tests.trusting)
            #expect(newEnd == nil)
            old.stop()
            new.stop()
        }
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
        for (server, code) in [
            (resets, HTTPError.Code.tlsFailed), (silent, .connectTimedOut), (talks, .tlsFailed),
        ] {
            let options = HTTPOptions {
                $0.connectTimeout = .seconds(code == .connectTimedOut ? 1 : 20)
            }
            let error = await live.run(GET(), "https://127.0.0.1:\(server.port)/", options).error
            #expect(error?.code == code, "\(error as Any)")
        }
    }

    /// How a GET ends, asked again for as long as the server is still starting.
    private func reach(_ url: String, _ options: HTTPOptions) async -> HTTPError.Code? {
        for _ in 0..<100 {
            let error = await live.run(GET(), url, options).error
            guard error?.code == .connectionRefused else { return error?.code }
            await withCheckedContinuation { continuation in
                live.scheduler.schedule(after: .milliseconds(50)) { continuation.resume() }
            }
        }
        return .connectionRefused
    }
}
