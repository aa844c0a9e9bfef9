import Digests
import Foundation
import LoopbackTestKit

/// Certificates made for one run by `openssl`, and a real TLS server that shows them.
final class Certificates {
    let folder: TemporaryFolder

    /// Makes an authority and certificates: valid, expired, for another name, and without issuer.
    init() throws {
        folder = try TemporaryFolder()
        try run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2",
            ]
                + [
                    "-subj", "/CN=Test authority", "-keyout", file("ca.key"), "-out",
                    file("ca.pem"),
                ])
        try run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2",
            ]
                + [
                    "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1",
                ]
                + ["-keyout", file("self.key"), "-out", file("self.pem")])
        try sign("right", names: "DNS:localhost,IP:127.0.0.1", ["-days", "2"])
        try sign("other", names: "DNS:other.invalid", ["-days", "2"])
        try sign("expired", names: "DNS:localhost,IP:127.0.0.1", ["-days", "-1"])
    }

    func file(_ name: String) -> String { folder.file(name) }

    /// Whether this machine has what it takes.
    static var isAvailable: Bool {
        ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].contains {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// The pin of a certificate's key: the SHA-256 of its public key, in Base64.
    func pin(of name: String) throws -> String {
        let key = file("\(name).pub.der")
        try run([
            "pkey", "-in", file("\(name).key"), "-pubout", "-outform", "DER", "-out", key,
        ])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: key))
        return Data(SHA256.digest(of: bytes)).base64EncodedString()
    }

    private func sign(_ name: String, names: String, _ validity: [String]) throws {
        try "subjectAltName=\(names)".write(
            toFile: file("\(name).ext"), atomically: true, encoding: .utf8)
        try run(
            [
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=\(name)",
            ]
                + ["-keyout", file("\(name).key"), "-out", file("\(name).csr")])
        try run(
            [
                "x509", "-req", "-in", file("\(name).csr"), "-CA", file("ca.pem"), "-CAkey",
                file("ca.key"),
            ]
                + ["-CAcreateserial", "-extfile", file("\(name).ext"), "-out", file("\(name).pem")]
                + validity)
    }

    private func run(_ arguments: [String]) throws {
        let ended = DispatchSemaphore(value: 0)
        let process = try Self.start(arguments) { ended.signal() }
        ended.wait()
        guard process.terminationStatus == 0 else {
            throw CocoaError(
                .executableLoad, userInfo: [NSLocalizedDescriptionKey: "openssl \(arguments)"])
        }
    }

    static func start(_ arguments: [String], then ended: @escaping @Sendable () -> Void = {}) throws
        -> Process
    {
        let process = Process()
        process.terminationHandler = { _ in ended() }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

/// `openssl s_server`, which answers each request with a page, for as long as this object lives.
final class TLSServer {
    let port: Int
    private let process: Process

    init(_ name: String, _ certificates: Certificates, _ options: [String] = []) throws {
        // A port that was free a moment ago: openssl does not tell which one it took.
        let probe = try RawServer { _ in }
        port = probe.port
        probe.stop()
        process = try Certificates.start(
            [
                "s_server", "-www", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert",
                certificates.file("\(name).pem"),
            ]
                + ["-key", certificates.file("\(name).key")] + options)
    }

    deinit { stop() }

    /// Ends it, as it has to be in a process that does not come back from its test.
    func stop() {
        // Waiting for the end would take a thread of the tests' small pool, and has nothing to
        // show.
        kill(process.processIdentifier, SIGKILL)
    }

    func url(_ host: String = "localhost") -> String { "https://\(host):\(port)/" }
}
