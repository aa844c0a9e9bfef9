import Foundation
import SocketTestKit

/// An HTTP client with nothing in it: one request on one connection, read to the end.
///
/// The stub's tests must see what is on the wire, so nothing here retries, redirects, decodes or
/// forgives. It blocks a thread of its own, never one that Swift's tasks share.
struct RawClient: Sendable {
    let port: Int

    func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> RawReply {
        var head = "\(method) \(target) HTTP/1.1\r\n"
        var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
        fields.merge(headers) { $1 }
        if !body.isEmpty || method == "POST" {
            fields["Content-Length"] = String(body.count)
        }
        for (name, value) in fields where !value.isEmpty {
            head += "\(name): \(value)\r\n"
        }
        let request = Array((head + "\r\n").utf8) + body
        let bytes: [UInt8] = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try exchange(request) })
            }
        }
        return RawReply(bytes)
    }

    private func exchange(_ request: [UInt8]) throws -> [UInt8] {
        guard let connection = RawConnection(to: port) else { throw POSIXError(.ECONNREFUSED) }
        guard connection.send(request) else { throw POSIXError(.EPIPE) }
        return connection.rest()
    }
}

/// A response, of which only the head is parsed.
struct RawReply: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let separator = Array("\r\n\r\n".utf8)
        let end = bytes.firstRange(of: separator)
        let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
        var lines = head.split(separator: "\r\n")
        status = lines.isEmpty ? 0 : Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        for line in lines {
            let halves = line.split(separator: ":", maxSplits: 1)
            headers[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = end.map { Array(bytes[$0.upperBound...]) } ?? []
    }

    /// As many bytes came as were promised.
    var isWhole: Bool { headers["content-length"].flatMap { Int($0) } == body.count }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty when it is none.
    var object: [String: Any] { Self.object(body) }

    /// The metadata that travels in a header.
    var result: [String: Any] { Self.object(Array((headers["dropbox-api-result"] ?? "").utf8)) }

    var entries: [[String: Any]] { object["entries"] as? [[String: Any]] ?? [] }

    var cursor: String { object["cursor"] as? String ?? "" }

    var hasMore: Bool? { object["has_more"] as? Bool }

    /// The error's nested tags: `path/not_found`.
    var errorTags: String {
        var tags: [String] = []
        var error = object["error"] as? [String: Any]
        while let current = error, let tag = current[".tag"] as? String {
            tags.append(tag)
            error = current[tag] as? [String: Any]
        }
        return tags.joined(separator: "/")
    }

    private static func object(_ bytes: [UInt8]) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
    }
}
