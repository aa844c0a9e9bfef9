/// The part of a file that a `Range` header asks for (RFC 9110, 14.1.2).
package enum ByteRange: Equatable, Sendable {
    /// The whole file: the header is missing, or the RFC lets a server ignore it.
    ///
    /// A header with several ranges, or with invalid syntax, is ignored.
    case whole
    /// A part that is not empty and within the file.
    case part(Range<Int>)
    /// A part that begins after the end of the file, or an empty one.
    case unsatisfiable

    /// Parses the value of a `Range` header for a file of `size` bytes.
    package static func parse(_ header: String?, size: Int) -> ByteRange {
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
