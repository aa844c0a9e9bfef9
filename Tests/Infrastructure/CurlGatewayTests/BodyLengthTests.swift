import CurlGateway
import Foundation
import HTTPGateway
import LoopbackTestKit
import Scheduling
import Testing

/// Bodies of other lengths than the one of the file, in each framing, at each destination.
@Suite struct BodyLengthTests {
    private static let length = 10_000
    private static let kept = 4_000

    /// The destination of a body whose length is known or limited.
    enum Destination: String, CaseIterable, Sendable {
        case memory, limitedFile, file, resumableFile, resumedFile

        /// Whether the length of the file is known, and not only limited.
        var isExact: Bool { self != .memory && self != .limitedFile }
    }

    /// A framing, and the body that the server sends in it.
    struct Framing: Sendable, CustomTestStringConvertible {
        let name: String
        /// The code of the error where only a limit is known; `nil` for a body that is accepted.
        let error: HTTPError.Code?
        /// The code of the error where the length is known, if it is another one.
        let exactError: HTTPError.Code?
        let serve: @Sendable (RawConnection, _ head: String, _ count: Int) -> Void

        var testDescription: String { name }

        init(
            _ name: String, _ error: HTTPError.Code?, exact exactError: HTTPError.Code?,
            _ serve: @escaping @Sendable (RawConnection, String, Int) -> Void
        ) {
            self.name = name
            self.error = error
            self.exactError = exactError
            self.serve = serve
        }

        static let all: [Framing] = [
            Framing("a length, and bytes without end", nil, exact: nil) { client, head, count in
                client.send(head + "Content-Length: \(count)\r\n\r\n")
                client.sendWithoutEnd()
            },
            Framing("a longer length", .bodyTooLarge, exact: .contentMismatch) {
                client, head, count in
                client.send(head + "Content-Length: \(count * 2)\r\n\r\n")
                client.sendWithoutEnd()
            },
            Framing("a shorter length", nil, exact: .contentMismatch) { client, head, count in
                client.send(head + "Content-Length: \(count / 2)\r\n\r\n")
                client.sendWithoutEnd()
            },
            Framing("chunks", nil, exact: nil) { client, head, count in
                client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
                client.sendChunk(count)
                client.send("0\r\n\r\n")
            },
            Framing("chunks of too few bytes", nil, exact: .contentMismatch) {
                client, head, count in
                client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
                client.sendChunk(count - 1)
                client.send("0\r\n\r\n")
            },
            Framing("chunks of one byte too many", .bodyTooLarge, exact: .contentMismatch) {
                client, head, count in
                client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
                client.sendChunk(count)
                client.sendChunk(1)
                client.send("0\r\n\r\n")
            },
            Framing("one large chunk", .bodyTooLarge, exact: .contentMismatch) {
                client, head, _ in
                client.send(head + "Transfer-Encoding: chunked\r\n\r\n40000000\r\n")
                client.sendWithoutEnd()
            },
            Framing("chunks without end", .bodyTooLarge, exact: .contentMismatch) {
                client, head, _ in
                client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
                while client.sendChunk(1_000) {}
            },
            Framing("chunks without end, and a length", .bodyTooLarge, exact: .contentMismatch) {
                client, head, count in
                client.send(
                    head + "Content-Length: \(count)\r\nTransfer-Encoding: chunked\r\n\r\n")
                while client.sendChunk(1_000) {}
            },
            Framing("the end of the connection", .unframedBody, exact: .unframedBody) {
                client, head, _ in
                client.send(head + "Connection: close\r\n\r\n")
                client.sendWithoutEnd()
            },
            Framing("a compression of the transfer", .badEncoding, exact: .badEncoding) {
                client, head, _ in
                client.send(head + "Transfer-Encoding: gzip, chunked\r\n\r\n")
                let bomb = Bomb.zeros(10_000)
                client.send(String(bomb.count, radix: 16) + "\r\n")
                client.send(bomb + Array("\r\n0\r\n\r\n".utf8))
            },
            Framing("a compression of the content", .badEncoding, exact: .badEncoding) {
                client, head, count in
                client.send(head + "Content-Encoding: gzip\r\nContent-Length: \(count)\r\n\r\n")
                client.sendWithoutEnd()
            },
        ]
    }

    @Test(arguments: Framing.all, Destination.allCases)
    func noMoreBytesArriveThanTheFileHas(
        _ framing: Framing, _ destination: Destination
    ) async throws {
        try await expect(framing, destination, HTTPOptions())
    }

    /// The length of the file is the only limit of a body that ends with the connection.
    @Test(arguments: Destination.allCases)
    func aBodyThatEndsWithTheConnectionStopsAtTheLength(_ destination: Destination) async throws {
        let framing = Framing("no framing", .bodyTooLarge, exact: .contentMismatch) {
            client, head, _ in
            client.send(head + "\r\n")
            client.sendWithoutEnd()
        }
        try await expect(framing, destination, HTTPOptions { $0.allowsUnframedBody = true })
    }

    @Test func aDownloadBeyondTheLimitOfItsBodyIsNotKept() async throws {
        let server = try Self.server(Framing.all[7])
        let folder = try TemporaryFolder()
        let target = HTTPFileTarget(path: folder.file("a"), isResumable: true)
        let outcome = await LiveGateway().run(
            Download(to: target), server.url(), HTTPOptions { $0.bodyLimit = 5_000 })
        #expect(outcome.error?.code == .bodyTooLarge)
        #expect(folder.names.isEmpty)
    }

    private func expect(
        _ framing: Framing, _ destination: Destination, _ options: HTTPOptions
    ) async throws {
        let server = try Self.server(framing)
        let live = LiveGateway()
        let folder = try TemporaryFolder()
        let code = destination.isExact ? framing.exactError : framing.error
        guard destination != .memory else {
            let outcome = await live.run(GET(limit: Self.length), server.url(), options)
            #expect(outcome.error?.code == code)
            #expect(outcome.outputs.allSatisfy { $0.count <= Self.length })
            return
        }
        let meter = Meter()
        let target = HTTPFileTarget(
            path: folder.file("a"), length: destination.isExact ? Int64(Self.length) : nil,
            digest: meter,
            limit: destination == .limitedFile ? Int64(Self.length) : 1 << 40,
            isResumable: destination == .resumableFile || destination == .resumedFile)
        if destination == .resumedFile {
            let cut = await live.run(Download(to: target), server.url("/cut"))
            #expect(cut.error?.code == .truncatedBody)
            #expect(folder.names.count == 2)
        }
        let path = destination == .resumedFile ? "/cut" : "/"
        let outcome = await live.run(Download(to: target), server.url(path), options)
        #expect(outcome.error?.code == code, "\(outcome.error as Any)")
        #expect(meter.largest.value.withLock { $0 } <= Self.length)
        guard let error = outcome.error else {
            #expect(folder.names == ["a"])
            return
        }
        // Bytes from before an unusable head are still good.
        let isKept = destination == .resumedFile && error.code != .contentMismatch
        #expect(folder.names.count == (isKept ? 2 : 0), "\(folder.names)")
        if error.code == .contentMismatch {
            #expect(error.reason.contains("\(Self.length)"), "\(error.reason)")
        }
    }

    /// Answers the first request for `/cut` with the beginning of the file, others in the framing.
    private static func server(_ framing: Framing) throws -> RawServer {
        try RawServer { client in
            while let request = client.request() {
                let tag = "ETag: \"1\"\r\n"
                guard request.path == "/cut" else {
                    return framing.serve(client, "HTTP/1.1 200 OK\r\n" + tag, length)
                }
                guard request.header("range") != nil else {
                    client.send("HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(length)\r\n\r\n")
                    client.send([UInt8](repeating: 97, count: kept))
                    return
                }
                let range = "Content-Range: bytes \(kept)-\(length - 1)/\(length)\r\n"
                framing.serve(
                    client, "HTTP/1.1 206 Partial Content\r\n" + tag + range, length - kept)
            }
        }
    }
}

/// Counts the bytes that were written to a file, with those of an earlier attempt.
private struct Meter: ContentDigest {
    final class Largest: Sendable {
        let value = Guarded(0)
    }

    let largest = Largest()
    private var count = 0

    var name: String { "meter" }
    var isExpected: Bool { true }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        largest.value.withLock { $0 = max($0, count) }
    }
}

extension RawConnection {
    fileprivate func sendWithoutEnd() {
        while send([UInt8](repeating: 97, count: 10_000)) {}
    }

    @discardableResult
    fileprivate func sendChunk(_ count: Int) -> Bool {
        send(
            Array("\(String(count, radix: 16))\r\n".utf8) + [UInt8](repeating: 97, count: count)
                + [13, 10])
    }
}
