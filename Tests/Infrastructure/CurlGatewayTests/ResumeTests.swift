import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Signals
import Testing

@testable import CurlGateway

/// The resumption of interrupted downloads.
@Suite struct ResumeTests {
    private let live = LiveGateway()
    private let folder: TemporaryFolder
    private let target: HTTPFileTarget
    private static let old = (0..<300_000).map { UInt8($0 * 7 % 251) }
    private static let new = old.map { ~$0 }

    init() throws {
        folder = try TemporaryFolder()
        target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
    }

    private var content: [UInt8]? {
        FileManager.default.contents(atPath: target.path).map(Array.init)
    }

    @Test(arguments: ["\"v2\"", "W/\"v2\""])
    func aPartOfAnotherVersionIsNeverJoinedToTheOldOne(_ tag: String) async throws {
        let isChanged = Guarded(false)
        let server = try RawServer.answering { call in
            guard isChanged.withLock({ $0 }) else {
                return .broken(Self.old, headers: ["ETag": "\"v1\""])
            }
            return .rest(of: Self.new, headers: ["ETag": tag], for: call)
        }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        isChanged.withLock { $0 = true }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .contentMismatch)
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs == [HTTPFile(path: target.path, length: 300_000)])
        #expect(content == Self.new)
        #expect(folder.names == ["a"])
    }

    // rustup#4710, aria2-next#43: a whole file in place of the rest was appended, or refused.
    @Test func aWholeFileInPlaceOfTheRestReplacesThePart() async throws {
        let ranges = Guarded([String?]())
        let server = try RawServer.answering { call in
            ranges.withLock { $0.append(call.headers["range"]) }
            let headers: HTTPHeaders = ["ETag": "\"v1\""]
            return call.headers["range"] == nil
                ? .broken(Self.old, headers: headers)
                : StubResponse(headers: headers, body: Self.old)
        }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs == [HTTPFile(path: target.path, length: 300_000)])
        #expect(ranges.withLock { $0 } == [nil, "bytes=100000-"])
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test func whatIsThereOfAnotherAddressIsNotGoneOnFrom() async throws {
        let server = try RawServer.answering { call in
            let headers: HTTPHeaders = ["ETag": "\"1\""]
            return call.url.query == "v=1"
                ? .broken(Self.old, headers: headers)
                : .rest(of: Self.new, headers: headers, for: call)
        }
        let broken = await live.run(Download(to: target), server.url("/?v=1"))
        #expect(broken.error?.code == .truncatedBody)
        let outcome = await live.run(Download(to: target), server.url("/?v=2"))
        #expect(outcome.outputs == [HTTPFile(path: target.path, length: 300_000)])
        #expect(content == Self.new)
        #expect(folder.names == ["a"])
    }

    /// Content as a service names it that gives all of its files one address and weak entity tags.
    private struct Revision: ContentIdentity {
        let revision: String

        var key: String { "rev:\(revision) 300000" }
        func identifies(_ head: HTTPResponseHead) -> Bool { head.headers["Result"] == revision }
        func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool {
            response.status == 416
                || response.status == 409 && response.text.hasPrefix("range/not_satisfiable")
        }
    }

    private func target(_ revision: String) -> HTTPFileTarget {
        HTTPFileTarget(
            path: folder.file("a"), isResumable: true, identity: Revision(revision: revision))
    }

    // dropbox-sdk-dotnet#358: the entity tags of Dropbox's downloads are weak.
    @Test func contentWithAnIdentityIsGoneOnWithDespiteAWeakTag() async throws {
        let ranges = Guarded([String?]())
        let server = try RawServer.answering { call in
            ranges.withLock { $0.append(call.headers["range"]) }
            let headers: HTTPHeaders = ["ETag": "W/\"r1\"", "Result": "r1"]
            #expect(call.headers["if-range"] == nil)
            return call.headers["range"] == nil
                ? .broken(Self.old, headers: headers)
                : .rest(of: Self.old, headers: headers, for: call)
        }
        let first = await live.run(Download(to: target("r1")), server.url("/download"))
        #expect(first.error?.code == .truncatedBody)
        let outcome = await live.run(Download(to: target("r1")), server.url("/download"))
        #expect(outcome.outputs.first?.resumedFrom == 100_000)
        #expect(ranges.withLock { $0 } == [nil, "bytes=100000-"])
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test func contentOfAnotherIdentityAtTheSameAddressIsFetchedFromTheBeginning() async throws {
        let server = try RawServer.answering { call in
            let revision = call.headers["want"] ?? ""
            let headers: HTTPHeaders = ["ETag": "W/\"\(revision)\"", "Result": revision]
            return revision == "r1"
                ? .broken(Self.old, headers: headers)
                : .rest(of: Self.new, headers: headers, for: call)
        }
        func download(_ revision: String) async -> LiveGateway.Outcome<HTTPFile> {
            await live.run(
                Download(headers: ["Want": revision], to: target(revision)), server.url())
        }
        #expect(await download("r1").error?.code == .truncatedBody)
        #expect(await download("r2").outputs == [HTTPFile(path: target.path, length: 300_000)])
        #expect(content == Self.new)
        #expect(folder.names == ["a"])
    }

    /// The server says that the part is of another version than the one asked for.
    @Test func aPartOfAnotherIdentityIsNeverJoined() async throws {
        let isChanged = Guarded(false)
        let server = try RawServer.answering { call in
            guard isChanged.withLock({ $0 }) else {
                return .broken(Self.old, headers: ["Result": "r1"])
            }
            return .rest(of: Self.new, headers: ["Result": "r2"], for: call)
        }
        #expect(
            await live.run(Download(to: target("r1")), server.url()).error?.code == .truncatedBody)
        isChanged.withLock { $0 = true }
        for _ in 0..<2 {
            let outcome = await live.run(Download(to: target("r1")), server.url())
            #expect(outcome.error?.code == .contentMismatch)
        }
        #expect(folder.names == [])
    }

    @Test(arguments: [416, 409])
    func aRangeThatCannotBeSatisfiedIsAskedForOnce(_ status: Int) async throws {
        let ranges = Guarded([String?]())
        let server = try RawServer.answering { call in
            ranges.withLock { $0.append(call.headers["range"]) }
            let headers: HTTPHeaders = ["Result": "r1"]
            if call.headers["range"] != nil {
                return .text("range/not_satisfiable/..", status: status, headers: headers)
            }
            return ranges.withLock(\.count) == 1
                ? .broken(Self.old, headers: headers)
                : StubResponse(headers: headers, body: Self.old)
        }
        let codes = [
            HTTPError.Code.truncatedBody, status == 416 ? .rangeNotSatisfiable : .conflict,
        ]
        for code in codes {
            let outcome = await live.run(Download(to: target("r1")), server.url())
            #expect(outcome.error?.code == code)
        }
        #expect(await live.run(Download(to: target("r1")), server.url()).error == nil)
        #expect(ranges.withLock { $0 } == [nil, "bytes=100000-", nil])
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test func aRefusalThatIsNotAboutTheRangeKeepsWhatIsThere() async throws {
        let server = try RawServer.answering { call in
            call.headers["range"] == nil
                ? .broken(Self.old, headers: ["Result": "r1"])
                : .text("path/restricted_content/..", status: 409)
        }
        let first = await live.run(Download(to: target("r1")), server.url())
        #expect(first.error?.code == .truncatedBody)
        #expect(
            await live.run(Download(to: target("r1")), server.url()).error?.code == .conflict)
        #expect(folder.names.count == 2)
    }

    /// RFC 9110, 8.8.2.2: a date tells versions apart only if the response is a minute younger.
    @Test(arguments: [("08:48:37", true), ("08:48:38", false), ("09:00:00", false)])
    func aModificationDateIsAValidatorWhenItIsOldEnough(_ time: String, _ isStrong: Bool) throws {
        let head = HTTPResponseHead(
            status: 200,
            headers: [
                "ETag": "W/\"1\"", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                "Last-Modified": "Sun, 06 Nov 1994 \(time) GMT",
            ], url: try HTTPURL("http://server.invalid/a"))
        let sink = try opened()
        try sink.begin(head)
        try write(Self.old[..<100_000], to: sink)
        sink.abandon()
        let next = try opened()
        #expect((next.requestHeaders["range"] == "bytes=100000-") == isStrong)
        #expect(
            next.requestHeaders["if-range"]
                == (isStrong ? "Sun, 06 Nov 1994 \(time) GMT" : nil))
    }

    @Test func aFileThatIsThereInFullAsksForItsLastByteAgain() throws {
        let target = HTTPFileTarget(path: folder.file("a"), length: 100_000, isResumable: true)
        try breakOff(target)
        let sink = try opened(target)
        #expect(sink.requestHeaders["range"] == "bytes=99999-")
    }

    @Test func aCompletePartOfAFileWithoutAnExpectedLengthAsksForItsLastByteAgain() throws {
        let head = HTTPResponseHead(
            status: 200, headers: ["ETag": "\"v1\"", "Content-Length": "100000"],
            url: try HTTPURL("http://server.invalid/a"))
        let sink = try opened()
        try sink.begin(head)
        try write(Self.old[..<100_000], to: sink)
        sink.abandon()
        #expect(try opened().requestHeaders["range"] == "bytes=99999-")
    }

    /// In a process of its own, which is killed in the middle of a download.
    @Test func aKilledDownloadGoesOn() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            try await Self.downloadUntilKilled()
        }
        defer { try? FileManager.default.removeItem(atPath: Self.folderOfTheKilled) }
        let target = HTTPFileTarget(path: Self.folderOfTheKilled + "/a", isResumable: true)
        let sink = try opened(target)
        let range = try #require(sink.requestHeaders["range"])
        let start = try #require(Int(range.dropFirst(6).dropLast()))
        #expect(start >= 4 << 20 && start <= 6 << 20, "\(range)")
        #expect(sink.requestHeaders["if-range"] == "\"v1\"")
    }

    private static let folderOfTheKilled = NSTemporaryDirectory() + "gateway-killed"

    private static func downloadUntilKilled() async throws {
        try? FileManager.default.removeItem(atPath: folderOfTheKilled)
        try FileManager.default.createDirectory(
            atPath: folderOfTheKilled, withIntermediateDirectories: true)
        let server = try RawServer { connection in
            _ = connection.request()
            connection.send(
                "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 10000000\r\n\r\n")
            connection.send([UInt8](repeating: 7, count: 6 << 20))
            // Until the note has its name; the client does nothing but wait meanwhile.
            while !connection.waitForEnd(milliseconds: 200) {
                let names = try? FileManager.default.contentsOfDirectory(atPath: folderOfTheKilled)
                guard names?.count == 2 else { continue }
                connection.waitForEnd(milliseconds: 500)
                kill(getpid(), SIGKILL)
            }
        }
        // The address that the test's own sinks are of.
        let proxy = HTTPOptions { $0.proxy = HTTPProxy(url: server.url()) }
        let target = HTTPFileTarget(path: folderOfTheKilled + "/a", isResumable: true)
        _ = await LiveGateway().run(Download(to: target), "http://server.invalid/a", proxy)
    }

    @Test func whatIsThereSurvivesARedirect() async throws {
        let server = try RawServer.answering { call in
            if call.url.path == "/" { return .redirect(to: "/file") }
            return call.headers["range"] == nil
                ? .broken(Self.old, headers: ["ETag": "\"v1\""])
                : .rest(of: Self.old, headers: ["ETag": "\"v1\""], for: call)
        }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        let outcome = await live.run(Download(to: target), server.url())
        #expect(outcome.outputs.first?.resumedFrom == 100_000)
        #expect(content == Self.old)
    }

    /// In chunks nothing but the range tells how much there is.
    @Test(arguments: [
        (range: "100000-199999/300000", count: 100_000, isChunked: false),
        (range: "100000-299999/300000", count: 100_000, isChunked: true),
        (range: "100000-299999/*", count: 100_000, isChunked: true),
        (range: "5-9/300000", count: 5, isChunked: false),
        (range: "100000-299999", count: 200_000, isChunked: false),
    ])
    func aPartThatIsNotTheRestIsRefusedAndTheNextAttemptFetchesAll(
        _ range: String, _ count: Int, _ isChunked: Bool
    ) async throws {
        let isSecond = Guarded(false)
        let server = try RawServer.answering { call in
            guard call.headers["range"] != nil else {
                return isSecond.withLock { $0 }
                    ? StubResponse(body: Self.old)
                    : .broken(Self.old, headers: ["ETag": "\"v1\""])
            }
            let part = Array(Self.old[100_000..<(100_000 + count)])
            let headers: HTTPHeaders = ["Content-Range": "bytes \(range)"]
            guard isChunked else { return StubResponse(206, headers: headers, body: part) }
            return StubResponse(
                206, headers: headers.merging(["Transfer-Encoding": "chunked"]),
                body: Array("\(String(count, radix: 16))\r\n".utf8) + part
                    + Array("\r\n0\r\n\r\n".utf8),
                isFramed: false)
        }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .truncatedBody)
        isSecond.withLock { $0 = true }
        #expect(await live.run(Download(to: target), server.url()).error?.code == .contentMismatch)
        #expect(folder.names == [])
        #expect(await live.run(Download(to: target), server.url()).error == nil)
        #expect(content == Self.old)
    }

    @Test func bytesThatCannotBeReplacedAreNotKeptUnderTheNewTag() throws {
        try breakOff()
        let sink = try opened()
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + ".away")
        let error = #expect(throws: HTTPError.self) { try sink.begin(head("\"v2\"")) }
        #expect(error?.code == .fileFailed)
        try FileManager.default.moveItem(atPath: folder.path + ".away", toPath: folder.path)
        sink.abandon()
        #expect(try opened().requestHeaders.isEmpty)
    }

    @Test func twoDownloadsOfOneFileTouchNoBytesOfEachOther() throws {
        try breakOff()
        let first = try opened()
        #expect(first.requestHeaders["range"] == "bytes=100000-")
        try first.begin(head("\"v1\"", of: 100_000))
        try write(Self.old[100_000..<200_000], to: first)
        let second = try opened()
        #expect(second.requestHeaders.isEmpty)
        try second.begin(head("\"v1\""))
        try write(Self.old[200_000...], to: first)
        #expect(try first.finish().length == 300_000)
        #expect(content == Self.old)
        try write(Self.old[...], to: second)
        #expect(try second.finish() == HTTPFile(path: target.path, length: 300_000))
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test func ofTwoDownloadsThatBreakOffOneIsGoneOnFrom() throws {
        let first = try opened()
        let second = try opened()
        for sink in [first, second] {
            try sink.begin(head("\"v1\""))
            try write(Self.old[..<100_000], to: sink)
        }
        first.abandon()
        second.abandon()
        #expect(folder.names.count == 2)
        let third = try opened()
        #expect(third.requestHeaders["range"] == "bytes=100000-")
        try third.begin(head("\"v1\"", of: 100_000))
        try write(Self.old[100_000...], to: third)
        #expect(try third.finish().resumedFrom == 100_000)
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test func whatIsCancelledAndAskedForAgainAtOnceGoesOn() async throws {
        let server = try RawServer { connection in
            guard let request = connection.request() else { return }
            let start = request.header("range").flatMap { Int($0.dropFirst(6).dropLast()) }
            let head = "ETag: \"v1\"\r\nContent-Length: \(Self.old.count - (start ?? 0))\r\n"
            if let start {
                connection.send("HTTP/1.1 206 Partial Content\r\n" + head)
                connection.send("Content-Range: bytes \(start)-299999/300000\r\n\r\n")
                connection.send(Self.old[start...])
            } else {
                connection.send("HTTP/1.1 200 OK\r\n" + head + "\r\n")
                connection.send(Self.old[..<100_000])
            }
            connection.waitForEnd()
        }
        let (download, url) = (Download(to: target), try HTTPURL(server.url()))
        let file: HTTPFile? = await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                let first = Disposable()
                var file: HTTPFile?
                let options = HTTPOptions { $0.progressInterval = .zero }
                gateway.push(download, to: url, options: options).observe(
                    within: first,
                    { _ in
                        first.dispose()
                        gateway.push(download, to: url).observe(
                            { if case .output(let output) = $0 { file = output.output } },
                            ended: { _ in continuation.resume(returning: file) })
                    }, ended: { _ in continuation.resume(returning: nil) })
            }
        }
        #expect(try #require(file).resumedFrom > 0)
        #expect(content == Self.old)
        #expect(folder.names == ["a"])
    }

    @Test(arguments: [true, false])
    func filesBesideTheTargetAreLeftAlone(_ isResumable: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("a.resume"), withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("a.resume/letter")))
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: isResumable)
        for breaksOff in [true, false] {
            let sink = try opened(target)
            try sink.begin(head("\"v1\""))
            try write([1, 2, 3], to: sink)
            if breaksOff { sink.abandon() } else { _ = try sink.finish() }
            let letter = try String(
                contentsOfFile: folder.file("a.resume/letter"), encoding: .utf8)
            #expect(letter == "mine")
        }
        #expect(folder.names == ["a", "a.resume"])
    }

    @Test func longNamesAreGoneOnWith() throws {
        let name = String(repeating: "é", count: 127)
        let target = HTTPFileTarget(path: folder.file(name), isResumable: true)
        try breakOff(target)
        let sink = try opened(target)
        #expect(sink.requestHeaders["range"] == "bytes=100000-")
        try sink.begin(head("\"v1\"", of: 100_000))
        try write(Self.old[100_000...], to: sink)
        _ = try sink.finish()
        #expect(folder.names == [name])
    }

    // MARK: One step of a download each

    private func opened(_ target: HTTPFileTarget? = nil) throws -> FileSink {
        let url = try HTTPURL("http://server.invalid/a")
        let sink = FileSink(
            target ?? self.target, of: url, hash: SHA256ContentDigest.hexadecimal(of:))
        try sink.open()
        return sink
    }

    private func head(_ tag: String, of start: Int? = nil) throws -> HTTPResponseHead {
        var headers: HTTPHeaders = ["ETag": tag]
        if let start { headers.add("Content-Range", "bytes \(start)-299999/300000") }
        return HTTPResponseHead(
            status: start == nil ? 200 : 206, headers: headers,
            url: try HTTPURL("http://server.invalid/a"))
    }

    private func write(_ bytes: ArraySlice<UInt8>, to sink: FileSink) throws {
        try bytes.withUnsafeBytes { try sink.write($0) }
    }

    private func breakOff(_ target: HTTPFileTarget? = nil) throws {
        let sink = try opened(target)
        try sink.begin(head("\"v1\""))
        try write(Self.old[..<100_000], to: sink)
        sink.abandon()
    }
}

extension StubResponse {
    /// `content` that breaks off after 100,000 bytes.
    fileprivate static func broken(_ content: [UInt8], headers: HTTPHeaders) -> StubResponse {
        StubResponse(headers: headers, body: content, breaksAfter: 100_000)
    }

    /// The part of `content` that was asked for, whatever the condition; else all of it.
    fileprivate static func rest(
        of content: [UInt8], headers: HTTPHeaders, for call: RecordedRequest
    ) -> StubResponse {
        guard let range = call.headers["range"], let start = Int(range.dropFirst(6).dropLast())
        else { return StubResponse(headers: headers, body: content) }
        let field = "bytes \(start)-\(content.count - 1)/\(content.count)"
        return StubResponse(
            206, headers: headers.merging(["Content-Range": field]), body: Array(content[start...]))
    }
}
