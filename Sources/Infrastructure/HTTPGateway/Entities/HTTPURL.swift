import TextFormats

/// An absolute http or https address (RFC 3986), checked and encoded once, on creation.
///
/// It has no user information and no fragment: a secret in an address would reach logs and other
/// hosts.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    /// The parts behind one reference: an address is copied with every request and response.
    private let parts: Storage

    private final class Storage: Sendable {
        let origin: HTTPOrigin
        let string: String
        let pathOffset: Int
        let queryOffset: Int

        init(origin: HTTPOrigin, string: String, pathOffset: Int, queryOffset: Int) {
            self.origin = origin
            self.string = string
            self.pathOffset = pathOffset
            self.queryOffset = queryOffset
        }
    }

    /// Scheme, host and port.
    public var origin: HTTPOrigin { parts.origin }
    /// The whole address as it is requested.
    public var string: String { parts.string }
    /// The offset of the path in the UTF-8 form of `string`.
    var pathOffset: Int { parts.pathOffset }
    /// The offset of the query's `?`, or of the end, in the UTF-8 form of `string`.
    var queryOffset: Int { parts.queryOffset }

    /// Parses an address.
    ///
    /// - Throws: `HTTPError` with `.invalidURL`, whose reason names the fault and does not repeat
    ///   the address.
    public init(_ string: String) throws(HTTPError) {
        do {
            self = try URLParser.parse(Array(string.utf8))
        } catch {
            throw HTTPError(.invalidURL, "invalid address: \(error.reason)")
        }
    }

    init(origin: HTTPOrigin, string: String, pathOffset: Int, queryOffset: Int) {
        parts = Storage(
            origin: origin, string: string, pathOffset: pathOffset, queryOffset: queryOffset)
    }

    /// Two addresses are equal if their texts are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.parts === right.parts || left.string == right.string
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(string) }

    /// The path, percent-encoded; at least `/`.
    public var path: String { text(pathOffset, queryOffset) }

    /// The query without its `?`, percent-encoded; `nil` if there is none.
    public var query: String? {
        queryOffset == string.utf8.count ? nil : text(queryOffset + 1, string.utf8.count)
    }

    /// The address without its query, which may contain secrets; for logs and messages.
    public var redacted: String {
        queryOffset == string.utf8.count ? string : text(0, queryOffset) + "?…"
    }

    /// The address without its path, for an address that contains a secret.
    var withoutPath: HTTPURL {
        let text = self.text(0, pathOffset) + "/…"
        return HTTPURL(
            origin: origin, string: text, pathOffset: pathOffset, queryOffset: text.utf8.count)
    }

    /// The redacted address.
    public var description: String { redacted }

    /// Appends `path` to the path of this address, and `query` to its query.
    ///
    /// `path` is not encoded, and `/` separates its segments. The segments `.` and `..` of `path`
    /// are resolved within it, so the result always lies below this address.
    public func appending(path: String, query: [HTTPQueryItem] = []) -> HTTPURL {
        if path.isEmpty && query.isEmpty { return self }
        var bytes = Array(string.utf8.prefix(queryOffset))
        if !path.isEmpty {
            // Exactly one slash between the two, and none at the end of a base without a path.
            if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
            var appended: [UInt8] = path.utf8.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
            PercentEncoding.append(path.utf8, to: &appended) {
                $0.isUnreserved || $0.isSubDelimiter || $0 == UInt8(ascii: "/")
                    || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@")
            }
            let hasDots = zip(appended, appended.dropFirst()).contains { $0 == 47 && $1 == 46 }
            bytes += hasDots ? URLParser.removingDotSegments(appended[...]) : appended
        }
        let queryOffset = bytes.count
        bytes += string.utf8.dropFirst(self.queryOffset)
        for item in query {
            bytes.append(UInt8(ascii: bytes.count == queryOffset ? "?" : "&"))
            item.append(to: &bytes)
        }
        return HTTPURL(
            origin: origin, string: String(decoding: bytes, as: UTF8.self), pathOffset: pathOffset,
            queryOffset: queryOffset)
    }

    /// Resolves `reference`, from a `Location` field, against this address (RFC 3986, 5.2).
    ///
    /// - Throws: `HTTPError` with `.invalidURL`.
    public func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
        do {
            return try URLParser.resolve(Array(reference.utf8), against: self)
        } catch {
            throw HTTPError(.invalidURL, "invalid reference: \(error.reason)")
        }
    }

    private func text(_ start: Int, _ end: Int) -> String {
        let utf8 = string.utf8
        return String(
            decoding: utf8[
                utf8.index(
                    utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)],
            as: UTF8.self)
    }
}
