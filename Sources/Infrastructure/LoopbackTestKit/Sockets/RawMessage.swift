import Foundation

/// A request, exactly as received.
package struct RawRequest: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The path with its query.
    package let target: String
    /// The lines of the header fields.
    package let lines: [String]
    /// The body; a chunked one without its framing.
    package internal(set) var body: [UInt8] = []
    /// Head and body, exactly as received.
    package internal(set) var whole: [UInt8]

    /// Parses a head with the empty line that ends it.
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

    /// Returns the value of a header field; `nil` if there is none.
    package func header(_ name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The token of the `Authorization` field; empty without the field.
    package var token: String {
        header("authorization")?.split(separator: " ").last.map(String.init) ?? ""
    }

    var isChunked: Bool { header("transfer-encoding") == "chunked" }

    var contentLength: Int? { header("content-length").flatMap { Int($0) } }
}

/// A response, exactly as received.
package struct RawResponse: Sendable {
    /// The head with the empty line that ends it.
    package let head: [UInt8]
    /// The body, including the framing of a chunked one.
    package let body: [UInt8]

    /// The head and the body.
    package var whole: [UInt8] { head + body }
}
