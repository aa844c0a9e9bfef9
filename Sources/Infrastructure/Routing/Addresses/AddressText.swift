import Escaping

/// An external address, validated and split into its parts; each part is decoded once.
struct AddressText {
    /// The number of the route.
    let route: Int
    /// The decoded parameters of the path, in its order.
    let segments: [String]
    /// The decoded pairs of the query, in their order.
    let query: [(key: String, value: String)]

    /// Reads `path?query`, with or without a slash at the beginning.
    ///
    /// - Throws: `tooLong`, `malformed` or `unknownAddress`.
    init(_ text: String, in index: AddressIndex) throws(RouteError) {
        guard text.utf8.count <= Self.mostBytes else { throw RouteError(.tooLong, route: nil) }
        var text = text
        let parts = text.withUTF8 { Self.parts(of: $0, index) }
        (route, segments, query) = try parts.get()
    }

    /// The maximum number of bytes of an address.
    static let mostBytes = 8 * 1024

    private typealias Parts = (
        route: Int, segments: [String], query: [(key: String, value: String)]
    )

    private static func parts(
        of bytes: UnsafeBufferPointer<UInt8>, _ index: AddressIndex
    ) -> Result<Parts, RouteError> {
        Result { () throws(RouteError) -> Parts in
            // Visible ASCII without a fragment: everything else is percent-encoded.
            guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
            else { throw RouteError(.malformed, route: nil) }
            let start = bytes.first == UInt8(ascii: "/") ? 1 : 0
            let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
            guard start <= end else { throw RouteError(.malformed, route: nil) }
            let path = UnsafeBufferPointer(rebasing: bytes[start..<end])
            guard let match = index.match(path) else {
                throw RouteError(.unknownAddress, route: nil)
            }
            var segments: [String] = []
            for range in match.parameters {
                let segment = try decode(path[range])
                guard RouteTemplate.isSegment(segment) else {
                    throw RouteError(.malformed, route: nil)
                }
                segments.append(segment)
            }
            let query = end < bytes.count ? try pairs(of: bytes[(end + 1)...]) : []
            return (match.route, segments, query)
        }
    }

    private static func pairs(
        of query: Slice<UnsafeBufferPointer<UInt8>>
    ) throws(RouteError) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        for pair in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex
            else { throw RouteError(.malformed, route: nil) }
            let key = try decode(pair[..<equals])
            pairs.append((key, try decode(pair[(equals + 1)...])))
        }
        return pairs
    }

    private static func decode(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) throws(RouteError) -> String {
        guard let decoded = PercentEncoding.decode(bytes),
            let text = String(validating: decoded, as: UTF8.self)
        else { throw RouteError(.malformed, route: nil) }
        return text
    }
}
