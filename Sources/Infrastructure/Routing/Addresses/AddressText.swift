import TextFormats

/// An address from outside of the program, split into its parts; each part is decoded once.
struct AddressText {
    /// The decoded segments of the path.
    let path: [String]
    /// The decoded pairs of the query, in their order.
    let query: [(key: String, value: String)]

    /// The maximum number of bytes of an address.
    static let mostBytes = 8 * 1024

    /// Reads `path?query`, with or without a slash at the beginning.
    ///
    /// - Throws: `tooLong` or `malformed`.
    init(_ text: String) throws(RouteError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.mostBytes else { throw RouteError(.tooLong, route: nil) }
        // Visible ASCII without a fragment: everything else is percent-encoded.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw RouteError(.malformed, route: nil) }
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = bytes[..<end]
        self.path = try Self.segments(
            of: path.first == UInt8(ascii: "/") ? path.dropFirst() : path)
        query = end < bytes.endIndex ? try Self.pairs(of: bytes[(end + 1)...]) : []
    }

    private static func segments(of path: ArraySlice<UInt8>) throws(RouteError) -> [String] {
        guard !path.isEmpty else { return [] }
        return try path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(decode)
    }

    private static func pairs(
        of query: ArraySlice<UInt8>
    ) throws(RouteError) -> [(key: String, value: String)] {
        try query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            .map { pair throws(RouteError) in
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex
                else { throw RouteError(.malformed, route: nil) }
                return (try decode(pair[..<equals]), try decode(pair[(equals + 1)...]))
            }
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) throws(RouteError) -> String {
        guard let decoded = PercentEncoding.decode(bytes),
            let text = String(validating: decoded, as: UTF8.self)
        else { throw RouteError(.malformed, route: nil) }
        return text
    }
}
