import CCurl
import CCurlShim
import Digests
import Foundation
import HTTPGateway
import Scheduling
import Testing

@testable import CurlGateway

/// The HTTP versions that each version of libcurl may use.
@Suite struct LibcurlVersionTests {
    @Test(arguments: [0x07_58_01, 0x08_00_00] as [UInt32])
    func versionsThatTakeABrokenBodyForAWholeOneSpeakHTTP1(_ number: UInt32) {
        let library = LibcurlVersion(number: number)
        for wanted in [nil, HTTPVersion.http1, .http2] {
            #expect(library.protocols(for: wanted) == Int(CURL_HTTP_VERSION_1_1))
        }
    }

    @Test(arguments: [0x08_00_01, 0x08_01_00, 0x08_14_00] as [UInt32])
    func laterVersionsSpeakHTTP2WhereItIsAskedFor(_ number: UInt32) {
        let library = LibcurlVersion(number: number)
        #expect(library.protocols(for: .http2) == Int(CURL_HTTP_VERSION_2TLS))
        #expect(library.protocols(for: .http1) == Int(CURL_HTTP_VERSION_1_1))
        #expect(library.protocols(for: nil) == Int(CURL_HTTP_VERSION_1_1))
    }
}

/// The gateway with a server that offers HTTP/2 and HTTP/1.1 over TLS, and is asked for HTTP/2.
@Suite(
    .enabled(
        if: Nginx.isAvailable && Certificates.isAvailable, "nginx or openssl is not installed"))
struct HTTP2Tests {
    private static let large = (0..<(24 << 20)).map { UInt8(truncatingIfNeeded: $0 * 7 ^ $0 >> 9) }
    private static let small = Array(large.prefix(100_000))

    private let live = LiveGateway()
    private let folder: TemporaryFolder
    private let server: Nginx
    private let options: HTTPOptions

    init() async throws {
        let certificates = try Certificates()
        folder = certificates.folder
        server = try Nginx(
            "right", certificates, files: ["small": Self.small, "large": Self.large])
        options = HTTPOptions {
            $0.tls = TLSTrust(roots: .file(certificates.file("ca.pem")))
            $0.version = .http2
        }
        try await waitForServer()
    }

    /// The one that the installed libcurl may be trusted with.
    private var expectedVersion: String {
        ccs_version().pointee.version_num >= LibcurlVersion.firstWithSafeHTTP2 ? "2" : "1.1"
    }

    @Test func theVersionIsTheOneThatLibcurlIsTrustedWith() async throws {
        #expect(try offeredProtocol() == "h2")
        let outcome = await live.run(GET("version"), server.url(""), options)
        let output = try #require(outcome.outputEvents.first)
        let protocolName = expectedVersion == "2" ? "HTTP/2.0" : "HTTP/1.1"
        #expect(String(decoding: output.output, as: UTF8.self) == protocolName)
        #expect(output.head.version == expectedVersion)
    }

    @Test func aBodyArrives() async throws {
        let outcome = await live.run(GET("small"), server.url(""), options)
        #expect(outcome.outputs == [Self.small])
        #expect(await live.run(HEAD("small"), server.url(""), options).error == nil)
        #expect(
            await live.run(GET("nothing"), server.url(""), options).error?.code == .notFound)
    }

    @Test func aLargeFileIsWhole() async throws {
        let target = target("large")
        let outcome = await live.run(Download("large", to: target), server.url(""), options)
        #expect(outcome.outputs.map(\.length) == [Int64(Self.large.count)])
        #expect(outcome.outputs.first?.resumedFrom == 0)
    }

    @Test func anUploadArrives() async throws {
        let bodies: [(String, HTTPBody)] = [
            ("one", .bytes(Self.large)), ("two", .stream { Bytes(Self.small) }),
        ]
        for (name, body) in bodies {
            let outcome = await live.run(PUT(name, body: body), server.url(""), options)
            #expect(outcome.error == nil)
        }
        #expect(server.upload("one") == Self.large)
        #expect(server.upload("two") == Self.small)
    }

    @Test func sixtyFourTransfersAtOnceAreWhole() async throws {
        let ends = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    await live.run(GET("small"), server.url(""), options).outputs == [Self.small]
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ends == 64)
    }

    @Test func aCancelledTransferLeavesTheOthersAlone() async throws {
        let control = HTTPTransferControl()
        var cancelled = options
        cancelled.control = control
        cancelled.progressInterval = .zero
        async let slow = live.run(GET("slow/small"), server.url(""), options)
        let request = Watched { _ in control.cancel() }
        let end = await live.run(request, server.url("slow/large"), cancelled)
        #expect(end.error?.code == .cancelled)
        #expect(await live.run(GET("small"), server.url(""), options).outputs == [Self.small])
        #expect(await slow.outputs == [Self.small])
    }

    @Test func aDownloadThatWasCancelledIsResumedByRange() async throws {
        let target = target("large")
        let control = HTTPTransferControl()
        var limited = options
        limited.control = control
        limited.progressInterval = .zero
        limited.bandwidth = HTTPBandwidth(download: 8 << 20)
        let length = Int64(Self.large.count)
        let broken = await live.run(
            Download("large", to: target), server.url(""), limited,
            onProgress: { if $0.received > length / 4 { control.cancel() } })
        #expect(broken.error?.code == .cancelled)
        let outcome = await live.run(Download("large", to: target), server.url(""), options)
        let file = try #require(outcome.outputs.first)
        #expect(file.length == length)
        #expect(file.resumedFrom >= length / 4 && file.resumedFrom < length)
    }

    /// A file that has to be the large one.
    private func target(_ name: String) -> HTTPFileTarget {
        HTTPFileTarget(
            path: folder.file(name),
            digest: SHA256ContentDigest(expecting: SHA256.digest(of: Self.large)),
            isResumable: true)
    }

    /// Returns the server's choice among the protocols that OpenSSL's client offers.
    private func offeredProtocol() throws -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_client", "-alpn", "h2,http/1.1", "-connect", "127.0.0.1:\(server.port)",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").first { $0.hasPrefix("ALPN protocol: ") }
            .map { String($0.dropFirst(15)) }
    }

    private func waitForServer() async throws {
        for _ in 0..<200 {
            let error = await live.run(HEAD("small"), server.url(""), options).error
            guard let error else { return }
            guard error.code == .connectionRefused else { throw error }
            await withCheckedContinuation { continuation in
                live.scheduler.schedule(after: .milliseconds(50)) { continuation.resume() }
            }
        }
    }

    private final class Bytes: HTTPBodyProducer {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }
}
