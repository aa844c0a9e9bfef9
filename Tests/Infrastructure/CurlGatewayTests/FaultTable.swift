import Foundation
import HTTPGateway
import LoopbackTestKit

/// Everything that a server can do wrong: what it does, and how each kind of request must end.
struct Fault: Sendable {
    let name: String
    /// The code that a request ends with; `nil` is success.
    let end: HTTPError.Code?
    /// The code of a request whose method is not safe, where it is another.
    let endOfUnsafe: HTTPError.Code?
    /// The code of a download into a file, where it is another.
    let endOfDownload: HTTPError.Code?
    let serve: @Sendable (RawConnection, RawRequest) -> Void

    init(
        _ name: String, _ end: HTTPError.Code?, ofUnsafe endOfUnsafe: HTTPError.Code? = nil,
        ofDownload endOfDownload: HTTPError.Code? = nil,
        _ serve: @escaping @Sendable (RawConnection, RawRequest) -> Void
    ) {
        self.name = name
        self.end = end
        self.endOfUnsafe = endOfUnsafe ?? end
        self.endOfDownload = endOfDownload ?? end
        self.serve = serve
    }

    /// A server that says `text`, and closes.
    init(
        _ name: String, _ end: HTTPError.Code?, ofDownload endOfDownload: HTTPError.Code? = nil,
        says text: String
    ) {
        self.init(name, end, ofDownload: endOfDownload) { connection, _ in connection.send(text) }
    }

    static let ok = "HTTP/1.1 200 OK\r\n"

    static let all: [Fault] =
        silence + framing + heads + encodings + transferCodings + redirects + statuses + unframed
        + brokenRefusals

    static let silence: [Fault] = [
        Fault("says nothing", .stalled) { connection, _ in connection.waitForEnd() },
        Fault("closes at once", .emptyResponse) { _, _ in },
        Fault("resets at once", .connectionLost) { connection, _ in connection.reset() },
        Fault("drips its head", .stalled) { connection, _ in
            for byte in (ok + "X-Slow: " + String(repeating: "a", count: 500)).utf8 {
                guard connection.send([byte]), !connection.waitForEnd(milliseconds: 100) else {
                    return
                }
            }
        },
        Fault("drips its body", .stalled) { connection, _ in
            connection.send(ok + "Content-Length: 500\r\n\r\n")
            while connection.send("a"), !connection.waitForEnd(milliseconds: 100) {}
        },
        Fault("sends bursts too seldom", .stalled) { connection, _ in
            connection.send(ok + "Content-Length: 5000\r\n\r\n")
            // 80 bytes a second, where 100 are asked for.
            while connection.send(String(repeating: "a", count: 200)),
                !connection.waitForEnd(milliseconds: 2_500)
            {}
        },
        Fault("stops in its head", .stalled) { connection, _ in
            connection.send(ok + "Content-Le")
            connection.waitForEnd()
        },
        Fault("stops in its body", .stalled) { connection, _ in
            connection.send(ok + "Content-Length: 500\r\n\r\nabc")
            connection.waitForEnd()
        },
    ]

    static let framing: [Fault] = [
        Fault("body too short", .truncatedBody, says: ok + "Content-Length: 10\r\n\r\nabc"),
        Fault("body too long", nil, says: ok + "Content-Length: 3\r\n\r\nabcdef"),
        Fault("body without an end", .unframedBody, says: ok + "\r\nabc"),
        Fault(
            "two lengths", .malformedResponse,
            says: ok + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
        Fault("negative length", .malformedResponse, says: ok + "Content-Length: -3\r\n\r\nabc"),
        Fault(
            "length in words", .malformedResponse, says: ok + "Content-Length: three\r\n\r\nabc"),
        Fault(
            "length beyond all bounds", .malformedResponse,
            says: ok + "Content-Length: 99999999999999999999\r\n\r\nabc"),
        Fault(
            "length beyond the limit", .bodyTooLarge,
            says: ok + "Content-Length: 99999999999\r\n\r\nabc"),
        Fault(
            "no chunk size", .connectionLost,
            says: ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc"),
        Fault(
            "chunk size beyond all bounds", .connectionLost,
            says: ok + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\nabc"),
        Fault(
            "chunks without an end", .truncatedBody,
            says: ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        Fault(
            "identity instead of chunks", .badEncoding,
            says: ok + "Transfer-Encoding: identity\r\n\r\nabc"),
        Fault(
            "identity and a length", .badEncoding,
            says: ok + "Transfer-Encoding: identity\r\nContent-Length: 100\r\n\r\nabc"),
        Fault(
            "chunks within another coding", .badEncoding,
            says: ok + "Transfer-Encoding: chunked, gzip\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        Fault("endless chunks", .bodyTooLarge) { connection, _ in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("4000\r\n".utf8) + [UInt8](repeating: 97, count: 0x4000) + [13, 10]
            while connection.send(chunk) {}
        },
        Fault("resets in its body", .connectionLost) { connection, _ in
            connection.send(ok + "Content-Length: 100000\r\n\r\nabc")
            connection.reset()
        },
        Fault("204 with a body", nil, says: "HTTP/1.1 204 No Content\r\n\r\nabc"),
        Fault(
            "206 unasked", .truncatedBody, ofDownload: .contentMismatch,
            says:
                "HTTP/1.1 206 Partial\r\nContent-Length: 3\r\nContent-Range: bytes 0-2/9\r\n\r\nabc"
        ),
    ]

    static let heads: [Fault] = [
        Fault("closes after its status", .emptyResponse, says: ok),
        Fault("not HTTP", .malformedResponse, says: "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
        Fault("HTTP/0.9", .malformedResponse, says: "<html>hello</html>"),
        Fault(
            "unknown version", .malformedResponse,
            says: "HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "status 999", .malformedResponse, says: "HTTP/1.1 999 Eh\r\nContent-Length: 0\r\n\r\n"
        ),
        Fault(
            "status 042", .malformedResponse, says: "HTTP/1.1 042 Eh\r\nContent-Length: 0\r\n\r\n"
        ),
        Fault("a thousand interim heads", .malformedResponse) { connection, _ in
            for _ in 0..<1_000 {
                guard connection.send("HTTP/1.1 103 Early\r\nLink: <a>\r\n\r\n") else { return }
            }
            connection.send(ok + "Content-Length: 0\r\n\r\n")
        },
        Fault(
            "switches protocols", .malformedResponse,
            says: "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
        Fault(
            "a line of 100 KiB and one", .headersTooLarge,
            says: ok + "X: " + String(repeating: "a", count: 102_401)
                + "\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "heads of 300 KiB and one", .headersTooLarge,
            says: ok
                + String(repeating: "X: " + String(repeating: "a", count: 995) + "\r\n", count: 310)
                + "\r\n"),
        Fault(
            "ten thousand fields", .headersTooLarge,
            says: ok + String(repeating: "X: a\r\n", count: 10_000) + "\r\n"),
        Fault("endless fields", .headersTooLarge) { connection, _ in
            connection.send(ok)
            while connection.send(String(repeating: "X: a\r\n", count: 100)) {}
        },
        Fault(
            "NUL in a field", .malformedResponse,
            says: ok + "X: a\0b\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "bare CR in a field", .malformedResponse,
            says: ok + "X: a\rb\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "a field without a name", .malformedResponse,
            says: ok + ": a\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "a field without a colon", .malformedResponse,
            says: ok + "abc\r\nContent-Length: 0\r\n\r\n"),
        Fault(
            "a blank before the colon", .malformedResponse,
            says: ok + "X : a\r\nContent-Length: 0\r\n\r\n"),
    ]

    static let encodings: [Fault] = [
        Fault("compression unasked", .badEncoding) { connection, _ in
            connection.send(
                ok + "Content-Encoding: gzip\r\nContent-Length: \(Bomb.small.count)\r\n\r\n")
            connection.send(Bomb.small)
        },
        Fault("compression behind identity", .badEncoding) { connection, _ in
            connection.send(
                ok + "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: \(Bomb.small.count)\r\n\r\n")
            connection.send(Bomb.small)
        },
        Fault(
            "unknown compression", .badEncoding,
            says: ok + "Content-Encoding: zap\r\nContent-Length: 3\r\n\r\nabc"),
    ]

    /// Transfer codings beside `chunked`, in all positions, over a chunk that is a gzip member.
    static let transferCodings: [Fault] = [
        "gzip, chunked", "gzip,chunked", "deflate, chunked", "br, chunked", "zstd, chunked",
        "identity, chunked", "chunked, chunked", "chunked, gzip", "gzip", "chunked;q=1", "x-zap",
        ", chunked", "gzip\r\nTransfer-Encoding: chunked",
        "chunked\r\nTransfer-Encoding: gzip", "chunked\r\nTransfer-Encoding: chunked",
    ].map { codings in
        Fault("Transfer-Encoding: \(codings)", .badEncoding) { connection, _ in
            connection.send(ok + "Transfer-Encoding: \(codings)\r\n\r\n")
            connection.send(String(Bomb.small.count, radix: 16) + "\r\n")
            connection.send(Bomb.small + Array("\r\n0\r\n\r\n".utf8))
        }
    }

    static let redirects: [Fault] =
        [
            ("ftp", "ftp://127.0.0.1/x"), ("file", "file:///etc/passwd"),
            ("script", "javascript:alert(1)"),
            ("a name in the address", "http://user@127.0.0.1/"),
            ("a broken address", "http://[::1"),
            ("a NUL", "/a%0"), ("a backslash", "http://a\\@b/"),
        ].map { name, location in
            Fault("redirects to \(name)", .redirectRefused, says: redirect(302, location))
        }
        + [301, 302, 303, 307, 308].map { status in
            Fault("\(status) to itself", .tooManyRedirects, ofUnsafe: .redirectRefused) {
                connection, request in
                connection.send(redirect(status, request.target))
            }
        } + [
            Fault(
                "redirects nowhere", .redirectRefused,
                says: "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"),
            Fault(
                "redirects to two places", .redirectRefused,
                says: "HTTP/1.1 302 No\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
            ),
        ]

    static let statuses: [Fault] = [
        (400, HTTPError.Code.rejected), (401, .unauthorized), (403, .forbidden), (404, .notFound),
        (409, .conflict),
        (416, .rangeNotSatisfiable), (429, .rateLimited), (500, .serverFailed),
        (502, .serverFailed),
        (503, .serverBusy), (304, .unexpectedStatus),
    ].map { status, code in
        let body = status == 304 ? "" : "abc"
        return Fault(
            "status \(status)", code,
            says: "HTTP/1.1 \(status) No\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Responses of a load balancer without a length, which end with the connection.
    static let unframed: [Fault] = [
        (401, HTTPError.Code.unauthorized), (429, .rateLimited), (503, .serverBusy),
        (302, .redirectRefused),
    ].map { status, code in
        Fault(
            "status \(status) without a length", code,
            says: "HTTP/1.0 \(status) No\r\nConnection: close\r\n\r\n<html>")
    }

    /// Refusals whose bodies do not come to their ends.
    static let brokenRefusals: [Fault] = [
        (401, HTTPError.Code.unauthorized), (403, .forbidden), (409, .conflict),
        (429, .rateLimited), (503, .serverBusy),
    ].flatMap { status, code in
        let head = "HTTP/1.1 \(status) No\r\nRetry-After: 5\r\n"
        return [
            Fault(
                "status \(status) cut off", code, says: head + "Content-Length: 10\r\n\r\nabc"),
            Fault(
                "status \(status) with a bad chunk", code,
                says: head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc"),
            Fault("status \(status) and a reset", code) { connection, _ in
                connection.send(head + "Content-Length: 100000\r\n\r\nabc")
                // The head arrives before the reset discards it.
                connection.waitForEnd(milliseconds: 300)
                connection.reset()
            },
            Fault("status \(status) that stops", code) { connection, _ in
                connection.send(head + "Content-Length: 10\r\n\r\nabc")
                connection.waitForEnd()
            },
            Fault("status \(status) that drips", code) { connection, _ in
                connection.send(head + "Content-Length: 100000\r\n\r\n")
                while connection.send(String(repeating: "a", count: 100)),
                    !connection.waitForEnd(milliseconds: 200)
                {}
            },
        ]
    }

    private static func redirect(_ status: Int, _ location: String) -> String {
        "HTTP/1.1 \(status) Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }
}

/// Compressed bodies, made once by hand: zlib is nothing that these tests should need.
enum Bomb {
    /// `hello`, as a stored block (RFC 1951, 3.2.4) in a gzip member (RFC 1952).
    static let small: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 5, 0, 0xFA, 0xFF] + Array("hello".utf8)
        + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]

    /// Zeros beyond any limit, a thousand to one: each block of fixed codes (RFC 1951, 3.2.6) is a
    /// literal zero, then copies of 258 bytes, each of 13 bits; it has no end.
    static func zeros(_ copies: Int) -> [UInt8] {
        var writer = BitWriter()
        writer.put(1, 1)  // last block
        writer.put(1, 2)  // fixed codes
        writer.putCode(0b0011_0000, 8)  // literal 0
        for _ in 0..<copies {
            writer.putCode(0b1100_0101, 8)  // length 258
            writer.putCode(0, 5)  // distance 1
        }
        writer.putCode(0, 7)  // end of block
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + writer.bytes
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var used = 8

        mutating func put(_ value: Int, _ count: Int) {
            for bit in 0..<count { append(value >> bit & 1) }
        }

        /// Huffman codes go in with their highest bit first.
        mutating func putCode(_ code: Int, _ count: Int) {
            for bit in stride(from: count - 1, through: 0, by: -1) { append(code >> bit & 1) }
        }

        private mutating func append(_ bit: Int) {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(bit << used)
            used += 1
        }
    }
}
