import Foundation

/// A request as it came over the socket.
package struct RawRequest: Sendable {
    /// `GET`.
    package let method: String
    /// The path with its query.
    package let target: String
    /// The lines of the head's fields.
    package let lines: [String]
    /// The body; a chunked one without its frame.
    package internal(set) var body: [UInt8] = []
    /// Head and body as they came.
    package internal(set) var whole: [UInt8]

    /// Reads a head with the empty line that ends it.
    init(_ head: [UInt8]) {
        whole = head
        let lines = String(decoding: head.dropLast(4), as: UTF8.self)
            .components(separatedBy: "\r\n")
        let parts = (lines.first ?? "").split(separator: " ")
        method = parts.first.map(String.init) ?? ""
        target = parts.count > 1 ? String(parts[1]) : ""
        self.lines = Array(lines.dropFirst())
    }

    /// The path without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The value of a header field.
    package func header(_ name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The token of its `Authorization` field; empty without one.
    package var token: String {
        header("authorization")?.split(separator: " ").last.map(String.init) ?? ""
    }

    var isChunked: Bool { header("transfer-encoding") == "chunked" }

    var contentLength: Int? { header("content-length").flatMap { Int($0) } }
}

/// A response as it came over the socket.
package struct RawResponse: Sendable {
    /// The head with the empty line that ends it.
    package let head: [UInt8]
    /// The body, in its chunks where it has them.
    package let body: [UInt8]

    /// Head and body.
    package var whole: [UInt8] { head + body }
}
