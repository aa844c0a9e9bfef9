/// The part of a file that a `Range` header asks for (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// No range, or one that the RFC lets a server ignore: several parts, or not well-formed.
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
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, let last?) where first <= last && first < size:
            return .part(first..<min(last, size - 1) + 1)
        case (let first?, nil) where first < size && bounds[1].isEmpty: return .part(first..<size)
        case (nil, let count?) where bounds[0].isEmpty && count > 0 && size > 0:
            return .part(max(0, size - count)..<size)
        case (let first?, let last?) where first > last: return .whole
        case (nil, nil): return .whole
        default: return .unsatisfiable
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
