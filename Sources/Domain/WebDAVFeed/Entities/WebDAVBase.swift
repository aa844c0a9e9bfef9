import HTTPGateway

/// The address below which all files of an account are, and the rule that confines a server to it.
///
/// A server names members by `href`s. A path is accepted only if it lies below the base, so an
/// answer never leads a request, or the password, to another place.
struct WebDAVBase: Sendable {
    /// The maximum number of folders above a file.
    static let maximumDepth = 128
    /// The maximum length of a path in bytes.
    static let maximumLength = 8 << 10

    /// The place that an `href` names.
    enum Place: Hashable {
        /// A path below the base, such as `/Trip/a.jpg`; empty for the base itself.
        case below(String)
        /// A name that is not text, or a path that is too long; other names remain readable.
        case unreadable
        /// An address with an unencoded `?` or `#`: the paths that it may stand for.
        case unclear([String])
        /// A place that is not below the base: the server breaks the contract.
        case outside
    }

    /// The address of the base.
    let address: String
    private let host: String
    private let segments: [String]

    /// Creates the base at `url`; `nil` if its path is not valid.
    init?(_ url: HTTPURL) {
        let parts = url.path.utf8.split(separator: UInt8(ascii: "/"))
        let segments = parts.compactMap { Self.decode($0) }
        guard segments.count == parts.count else { return nil }
        address = url.string
        host = url.origin.host.lowercased()
        self.segments = segments
    }

    /// Returns the place that `href` names; it is decoded once.
    ///
    /// An address of another host, and a path with dots alone as a name are outside. A server that
    /// does not encode a `?` or `#` in a name, as Cyrus, writes an address that may also have a
    /// query or a fragment.
    func place(of href: String) -> Place {
        guard let path = pathOfAddress(href) else { return .outside }
        let end = path.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let end else { return place(ofPath: path) }
        let places = [path, path[..<end]].map { place(ofPath: $0) }
        guard !places.contains(.outside) else { return .outside }
        return .unclear(
            places.compactMap { if case .below(let path) = $0 { path } else { nil } })
    }

    private func place(ofPath path: Substring) -> Place {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        guard parts.count >= segments.count else { return .outside }
        for (part, segment) in zip(parts, segments) {
            guard let name = Self.decode(part), name.utf8.elementsEqual(segment.utf8) else {
                return .outside
            }
        }
        var below = ""
        for part in parts.dropFirst(segments.count) {
            guard let name = Self.decode(part) else { return .unreadable }
            guard name != ".", name != ".." else { return .outside }
            below += "/" + name
        }
        let isShort =
            parts.count - segments.count <= Self.maximumDepth
            && below.utf8.count <= Self.maximumLength
        return isShort ? .below(below) : .unreadable
    }

    /// Returns the path of an address on the base's host, or of an absolute path.
    ///
    /// A slash and a combining mark after it are one `Character`, so scalars are compared.
    private func pathOfAddress(_ href: String) -> Substring? {
        let text = href.unicodeScalars
        if text.first == "/" { return text.dropFirst().first == "/" ? nil : href[...] }
        // Xandikos encodes the colons of an address, as it does in names.
        let start = text.prefix { $0 != "/" }
        if start.contains("%3A".unicodeScalars) {
            return pathOfAddress("\(Self.withColons(start))\(href[start.endIndex...])")
        }
        let scheme = text.prefix { $0 != ":" }
        guard ["http", "https"].contains(String(scheme).lowercased()),
            text[scheme.endIndex...].starts(with: "://".unicodeScalars)
        else { return nil }
        let rest = text[scheme.endIndex...].dropFirst(3)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let authority = Self.withColons(rest[..<end]).unicodeScalars
        // A proxy may change the scheme and the port. Only the path is used, on the base's origin.
        let name =
            authority.first == "["
            ? String(authority.prefix { $0 != "]" }) + "]"
            : String(authority.prefix { $0 != ":" })
        guard !authority.contains("@"), name.lowercased() == host else { return nil }
        return href[end...]
    }

    private static func withColons(_ text: Substring.UnicodeScalarView) -> String {
        String(text.replacing("%3A".unicodeScalars, with: ":".unicodeScalars))
    }

    /// Decodes a name once; `nil` if it is not valid.
    private static func decode(_ text: Substring.UTF8View.SubSequence) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue,
                    let low = rest.popFirst()?.hexadecimalValue
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        let isAllowed = bytes.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "/") }
        return isAllowed ? String(validating: bytes, as: UTF8.self) : nil
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
