/// The part of a file that a `Range` header asks for (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// The whole file: the header is missing, or the RFC lets a server ignore it.
    ///
    /// Ignored are several parts, and a header that is not well-formed.
    case whole
    case part(Range<Int>)
    case unsatisfiable

    static func parse(_ header: String?, size: Int) -> ByteRange {
        guard let header, header.hasPrefix("bytes=") else { return .whole }
        let bounds = header.dropFirst("bytes=".count)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, bounds.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return .whole
        }
        // A number that does not fit into `Int` is beyond the end of any file.
        let (first, last) = (
            bounds[0].isEmpty ? nil : Int(bounds[0]) ?? .max, Int(bounds[1]) ?? .max
        )
        switch (first, bounds[1].isEmpty) {
        case (nil, true): return .whole
        case (let first?, false) where first > last: return .whole
        case (let first?, _) where first < size: return .part(first..<min(last, size - 1) + 1)
        case (nil, false) where last > 0 && size > 0: return .part(max(0, size - last)..<size)
        default: return .unsatisfiable
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
