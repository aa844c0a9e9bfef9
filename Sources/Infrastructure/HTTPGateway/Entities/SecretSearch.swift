/// Finds a secret in a text that a server sent, also in parts and escaped, and takes it out.
///
/// Servers repeat what they refuse: cut off, quoted as JSON, percent-encoded or as HTML. So the text
/// is compared after its escapes are undone, without regard to case or to the alphabet of base64, and every part of the secret
/// that is long enough to matter goes: half of a short secret, twelve characters of a long one.
struct SecretSearch {
    private let text: [UInt8]
    /// The text with its escapes undone, in lower case.
    private var plain: [UInt8] = []
    /// Where each byte of `plain` begins in `text`; one more for the end.
    private var places: [Int] = []
    /// For each byte of `plain`, whether it belongs to a secret; empty while none does.
    private var marks: [Bool] = []

    init(in text: some Collection<UInt8>) {
        self.text = Array(text)
        plain.reserveCapacity(self.text.count)
        places.reserveCapacity(self.text.count + 1)
        var index = 0
        while index < self.text.count {
            let (byte, length) = unescaped(at: index)
            plain.append(byte.folded)
            places.append(index)
            index += length
        }
        places.append(self.text.count)
    }

    /// Marks every part of `secret` that is in the text.
    mutating func mark(_ secret: String) {
        let secret = secret.utf8.map(\.folded)
        let length = max(min(secret.count, 4), min(12, secret.count / 2))
        guard length > 0, plain.count >= length else { return }
        let parts = Set((0...(secret.count - length)).map { secret[$0..<($0 + length)] })
        for start in 0...(plain.count - length)
        where parts.contains(plain[start..<(start + length)]) {
            if marks.isEmpty { marks = [Bool](repeating: false, count: plain.count) }
            for index in start..<(start + length) { marks[index] = true }
        }
    }

    /// The text with an ellipsis in place of each marked part; `nil` where nothing is marked.
    var concealed: [UInt8]? {
        guard !marks.isEmpty else { return nil }
        var kept: [UInt8] = []
        for (index, isSecret) in marks.enumerated() {
            if !isSecret {
                kept += text[places[index]..<places[index + 1]]
            } else if index == 0 || !marks[index - 1] {
                kept += "…".utf8
            }
        }
        return kept
    }

    /// The byte that the text means at `index`, and how many bytes of the text say so.
    private func unescaped(at index: Int) -> (UInt8, length: Int) {
        let rest = text[index...]
        switch text[index] {
        case UInt8(ascii: "%"):
            if let byte = hexadecimal(rest.dropFirst().prefix(2), count: 2) { return (byte, 3) }
        case UInt8(ascii: "\\"):
            guard let next = rest.dropFirst().first else { break }
            guard next == UInt8(ascii: "u") else { return (next, 2) }
            if let byte = hexadecimal(rest.dropFirst(2).prefix(4), count: 4) { return (byte, 6) }
        case UInt8(ascii: "&"):
            guard let end = rest.prefix(8).firstIndex(of: UInt8(ascii: ";")) else { break }
            let name = String(decoding: rest[(index + 1)..<end], as: UTF8.self).lowercased()
            if let byte = Self.entity(name) { return (byte, end - index + 1) }
        default: break
        }
        return (text[index], 1)
    }

    private static func entity(_ name: String) -> UInt8? {
        switch name {
        case "amp": UInt8(ascii: "&")
        case "quot": UInt8(ascii: "\"")
        case "lt": UInt8(ascii: "<")
        case "gt": UInt8(ascii: ">")
        default:
            name.hasPrefix("#x")
                ? UInt8(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt8(name.dropFirst()) : nil
        }
    }

    private func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int) -> UInt8? {
        guard digits.count == count, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension HTTPResponse {
    /// The response without the secret that the request carried; `nil` where it does not hold it.
    func concealing(_ credential: Credential) -> HTTPResponse? {
        let bytes = credential.concealed(in: self.bytes)
        let headers = credential.concealed(in: self.headers.block)
        let path = credential.concealed(in: head.url.string.utf8)
        guard bytes != nil || headers != nil || path != nil else { return nil }
        let head = HTTPResponseHead(
            status: status, version: head.version,
            headers: headers.map(HTTPHeaders.init(checkedBlock:)) ?? self.headers,
            url: path == nil ? head.url : head.url.withoutPath)
        return HTTPResponse(
            head: head, bytes: bytes ?? self.bytes, file: file, timings: timings)
    }
}

extension UInt8 {
    /// The byte in lower case, and the URL-safe digits of base64 as the others.
    fileprivate var folded: UInt8 {
        switch self {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: lowercased
        }
    }
}
