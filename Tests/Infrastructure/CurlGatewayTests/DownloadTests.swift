import CurlGateway
import Digests
import Dispatch
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Signals
import Testing

@Suite struct DownloadTests {
    private let live = LiveGateway()
    private let folder: TemporaryFolder
    private static let content = (0..<300_000).map { UInt8($0 * 7 % 251) }

    init() throws { folder = try TemporaryFolder() }

    @Test func theFileIsWholeAndInItsPlace() async throws {
        let server = try RawServer.answering { _ in StubResponse(body: Self.content) }
        let hash = SHA256.digest(of: Self.content)
        let target = HTTPFileTarget(
            path: folder.file("a"), length: 300_000, digest: SHA256ContentDigest(expecting: hash))
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs == [HTTPFile(path: folder.file("a"), length: 300_000)])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a"))) == Data(Self.content))
        #expect(folder.names == ["a"])
    }

    @Test func anotherContentIsNotPutInItsPlace() async throws {
        let server = try RawServer.answering { _ in StubResponse(body: Self.content) }
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a")))
        for target in [
            HTTPFileTarget(path: folder.file("a"), length: 299_999),
            HTTPFileTarget(path: folder.file("a"), digest: SHA256ContentDigest(expecting: [])),
        ] {
            #expect(
                await live.run(Download(to: target), server.url()).error?.code == .contentMismatch)
        }
        let limited = HTTPFileTarget(path: folder.file("a"), limit: 1_000)
        #expect(await live.run(Download(to: limited), server.url()).error?.code == .bodyTooLarge)
        #expect(try String(contentsOfFile: folder.file("a"), encoding: .utf8) == "old")
        #expect(folder.names == ["a"])
    }

    // rclone#2398: a connection that broke made the download begin again.
    @Test func aBrokenDownloadGoesOnWhereItStopped() async throws {
        let ranges = Guarded([String?]())
        let server = try RawServer.answering { call in
            ranges.withLock { $0.append(call.headers["range"]) }
            guard let range = call.headers["range"], let start = Int(range.dropFirst(6).dropLast())
            else {
                return StubResponse(
                    headers: ["ETag": "\"v1\""], body: Self.content, breaksAfter: 100_000)
            }
            guard call.headers["if-range"] == "\"v1\"" else { return StubResponse(500) }
            let field = "bytes \(start)-299999/300000"
            return StubResponse(
                206, headers: ["ETag": "\"v1\"", "Content-Range": field],
                body: Array(Self.content[start...]))
        }
        let hash = SHA256.digest(of: Self.content)
        let target = HTTPFileTarget(
            path: folder.file("a"), length: 300_000, digest: SHA256ContentDigest(expecting: hash),
            isResumable: true)
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        #expect(folder.names.count == 2)
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.error == nil)
        #expect(
            outcome.outputs == [
                HTTPFile(path: folder.file("a"), length: 300_000, resumedFrom: 100_000)
            ])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a"))) == Data(Self.content))
        #expect(ranges.withLock { $0 } == [nil, "bytes=100000-"])
        #expect(folder.names == ["a"])
    }

    @Test func whatIsThereSurvivesACancelWhileTheFileOpens() async throws {
        let server = try RawServer.breakingAndResuming(Self.content)
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        let gate = OpeningGate()
        let held = HTTPFileTarget(path: target.path, digest: gate, isResumable: true)
        let (url, whole) = (try HTTPURL(server.url()), try HTTPURL(server.url("/whole")))
        let resumedFrom: Int64? = await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                var resumedFrom: Int64?
                gateway.push(Download(to: held), to: url).observe({ _ in }, ended: { _ in })
                    .dispose()
                gateway.push(Download(to: target), to: url).outputs().observe(
                    { resumedFrom = $0.resumedFrom },
                    ended: { _ in continuation.resume(returning: resumedFrom) })
                // The I/O thread takes commands in order. When this request has ended, the thread
                // has cancelled the first download and begun the second one.
                gateway.push(GET(), to: whole).observe({ _ in }, ended: { _ in gate.open() })
            }
        }
        #expect(resumedFrom == 100_000)
        #expect(folder.names == ["a"])
    }

    @Test func whatIsThereSurvivesAFailureBeforeTheTransfer() async throws {
        let server = try RawServer.breakingAndResuming(Self.content)
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        let offline = await live.run(Download(to: target), "http://nobody.invalid/")
        #expect(offline.error?.phase == .resolving)
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs.first?.resumedFrom == 100_000)
    }

    @Test func aChangedFileStartsFromTheBeginning() async throws {
        let isChanged = Guarded(false)
        let server = try RawServer.answering { _ in
            if isChanged.withLock({ $0 }) {
                return StubResponse(headers: ["ETag": "\"v2\""], body: Array("new".utf8))
            }
            return StubResponse(
                headers: ["ETag": "\"v1\""], body: Self.content, breaksAfter: 100_000)
        }
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        isChanged.withLock { $0 = true }
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs == [HTTPFile(path: folder.file("a"), length: 3)])
        #expect(folder.names == ["a"])
    }

    // httrack#428: a part from another position was appended.
    @Test func anotherPartThanTheOneAskedForIsRefused() async throws {
        let server = try RawServer.answering { call in
            guard call.headers["range"] != nil else {
                return StubResponse(
                    headers: ["ETag": "\"v1\""], body: Self.content, breaksAfter: 100_000)
            }
            return StubResponse(
                206, headers: ["ETag": "\"v1\"", "Content-Range": "bytes 5-9/300000"],
                body: [1, 2, 3, 4, 5])
        }
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
        _ = await live.run(Download(to: target), server.url())
        #expect(await live.run(Download(to: target), server.url()).error?.code == .contentMismatch)
        #expect(!folder.names.contains("a"))
    }

    @Test func aFolderThatIsMissingIsSaid() async throws {
        let server = try RawServer.answering { _ in .text("x") }
        let outcome = await live.run(
            Download(to: HTTPFileTarget(path: folder.file("no/such"))), server.url())
        #expect(outcome.error?.code == .fileFailed)
        #expect(server.connectionCount == 0)
    }
}

/// A digest that blocks the opening of a resumed file at its first bytes, until the gate is open.
private struct OpeningGate: ContentDigest {
    private let isOpen = DispatchSemaphore(value: 0)

    var name: String { "gate" }
    var isExpected: Bool { true }

    func update(_ bytes: UnsafeRawBufferPointer) {
        isOpen.wait()
        isOpen.signal()
    }

    func open() { isOpen.signal() }
}

extension RawServer {
    /// Breaks `content` off after 100,000 bytes, and sends the rest, or all of it for `/whole`,
    /// when asked.
    fileprivate static func breakingAndResuming(_ content: [UInt8]) throws -> RawServer {
        try answering { call in
            let headers: HTTPHeaders = ["ETag": "\"v1\""]
            if call.url.path == "/whole" { return StubResponse(headers: headers, body: content) }
            guard let range = call.headers["range"], let start = Int(range.dropFirst(6).dropLast())
            else { return StubResponse(headers: headers, body: content, breaksAfter: 100_000) }
            let field = "bytes \(start)-\(content.count - 1)/\(content.count)"
            return StubResponse(
                206, headers: headers.merging(["Content-Range": field]),
                body: Array(content[start...]))
        }
    }
}
