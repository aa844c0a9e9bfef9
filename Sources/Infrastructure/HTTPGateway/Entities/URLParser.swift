import TextFormats

/// Parses absolute addresses and references by RFC 3986; rejects rather than repairs.
///
/// Credentials, redirects and certificates depend on the host. So the parser rejects everything
/// that another parser could read as another host: user information, backslashes, control
/// characters, and percent-encoding or non-ASCII letters in the host.
enum URLParser {
    struct Failure: Error { let reason: String }

    static let longest = 65_536

    static func parse(_ bytes: [UInt8]) throws(Failure) -> HTTPURL {
        let (origin, tail) = try split(bytes, ports: ["http": 80, "https": 443])
        return try assemble(origin, tail: tail)
    }

    /// Parses the address of a proxy: a proxy scheme that libcurl supports, a host and a port.
    ///
    /// Without a port, libcurl's default port for the scheme is used.
    static func parseProxy(_ bytes: [UInt8]) throws(Failure) -> HTTPOrigin {
        let (origin, tail) = try split(
            bytes, ports: ["http": 1_080, "https": 443, "socks5h": 1_080])
        guard tail.isEmpty || tail.elementsEqual("/".utf8) else {
            throw Failure(reason: "it has a path")
        }
        return origin
    }

    /// Splits an address after its port; `ports` has the allowed schemes with their default ports.
    private static func split(
        _ bytes: [UInt8], ports: [String: Int]
    ) throws(Failure) -> (HTTPOrigin, tail: ArraySlice<UInt8>) {
        try checkCharacters(bytes)
        let schemes = ports.keys.sorted().map { "\($0)://" }.joined(separator: " or ")
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8),
            let port = ports[String(decoding: bytes[..<colon], as: UTF8.self).lowercased()]
        else { throw Failure(reason: "it does not begin with \(schemes)") }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 3)...]
        let authorityEnd = rest.firstIndex { isEndOfAuthority($0) } ?? rest.endIndex
        let origin = try origin(scheme, rest[..<authorityEnd], port: port)
        return (origin, rest[authorityEnd...])
    }

    static func resolve(_ reference: [UInt8], against base: HTTPURL) throws(Failure) -> HTTPURL {
        try checkCharacters(reference)
        if hasScheme(reference) { return try parse(reference) }
        if reference.starts(with: "//".utf8) {
            return try parse(Array(base.origin.scheme.utf8) + [UInt8(ascii: ":")] + reference)
        }
        if reference.first == UInt8(ascii: "/") {
            return try assemble(base.origin, tail: reference[...])
        }
        if reference.first == UInt8(ascii: "?") {
            return try assemble(base.origin, tail: (Array(base.path.utf8) + reference)[...])
        }
        if reference.isEmpty || reference.first == UInt8(ascii: "#") { return base }
        // RFC 3986, 5.2.3: the last segment of the base is replaced.
        let path = base.path.utf8
        let kept = path.prefix(
            path.count - path.reversed().prefix { $0 != UInt8(ascii: "/") }.count)
        return try assemble(base.origin, tail: (Array(kept) + reference)[...])
    }

    private static func isEndOfAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func hasScheme(_ reference: [UInt8]) -> Bool {
        guard let colon = reference.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return !reference[..<colon].contains { isEndOfAuthority($0) }
    }

    private static func checkCharacters(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count <= longest else { throw Failure(reason: "it is too long") }
        guard bytes.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }) else {
            throw Failure(
                reason:
                    "it contains a space, a control character, a backslash or a non-ASCII letter")
        }
    }

    private static func origin(
        _ scheme: String, _ authority: ArraySlice<UInt8>, port standard: Int
    ) throws(Failure) -> HTTPOrigin {
        guard !authority.contains(UInt8(ascii: "@")) else {
            throw Failure(reason: "it contains user information: use a Credential instead")
        }
        var host = authority
        var port = standard
        let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
        let searched = bracket.map { authority[$0...] } ?? authority
        if let colon = searched.lastIndex(of: UInt8(ascii: ":")) {
            host = authority[..<colon]
            let digits = authority[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.count <= 5, digits.allSatisfy(\.isDigit),
                    let number = Int(String(decoding: digits, as: UTF8.self)),
                    (1...65_535).contains(number)
                else { throw Failure(reason: "its port is not a number from 1 to 65535") }
                port = number
            }
        }
        if host.first == UInt8(ascii: "[") {
            let inner = host.dropFirst().dropLast()
            guard host.last == UInt8(ascii: "]"), inner.count >= 2, inner.count <= 45,
                inner.contains(UInt8(ascii: ":")),
                inner.allSatisfy({
                    $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { throw Failure(reason: "its host is not an IPv6 address") }
        } else {
            guard !host.isEmpty, host.count <= 253, host.first != UInt8(ascii: "."),
                host.allSatisfy({
                    $0.isUnreserved && $0 != UInt8(ascii: "~")
                })
            else { throw Failure(reason: "its host is not a name or an address in ASCII") }
        }
        return HTTPOrigin(
            scheme: scheme, host: String(decoding: host, as: UTF8.self).lowercased(), port: port)
    }

    private static func assemble(
        _ origin: HTTPOrigin, tail: ArraySlice<UInt8>
    ) throws(Failure) -> HTTPURL {
        let unfragmented = tail.prefix { $0 != UInt8(ascii: "#") }
        let rawPath = unfragmented.prefix { $0 != UInt8(ascii: "?") }
        let query = unfragmented.dropFirst(rawPath.count)
        try checkPercents(unfragmented)
        let standard = origin.isSecure ? 443 : 80
        var bytes = Array("\(origin.scheme)://\(origin.host)".utf8)
        if origin.port != standard { bytes += ":\(origin.port)".utf8 }
        let pathOffset = bytes.count
        bytes += removingDotSegments(rawPath)
        let queryOffset = bytes.count
        bytes += query
        return HTTPURL(
            origin: origin, string: String(decoding: bytes, as: UTF8.self), pathOffset: pathOffset,
            queryOffset: queryOffset)
    }

    private static func checkPercents(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, bytes[index + 1].isHexDigit,
                    bytes[index + 2].isHexDigit
                else { throw Failure(reason: "a % is not followed by two hexadecimal digits") }
            }
            index += 1
        }
    }

    /// Removes the dot segments (RFC 3986, 5.2.4).
    static func removingDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() where index > 0 || !segment.isEmpty {
            let isLast = index == segments.count - 1
            if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return [UInt8(ascii: "/")] + kept.joined(separator: [UInt8(ascii: "/")])
    }
}
