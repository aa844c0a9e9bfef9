/// Finds and removes secrets in a text from a server, also escaped or in parts.
///
/// Servers repeat rejected input: truncated, quoted as JSON, percent-encoded or as HTML. Therefore
/// the text is compared after its escapes are undone, ignoring case and the alphabet of Base64.
/// Every part of a secret that is long enough to matter is removed: half of a short secret (at
/// least 4 characters), 12 characters of a long one. A secret of up to 4 characters is found as a
/// whole.
///
/// Cost: one pass. Besides the text and the result, memory is needed for the matches and for a
/// window of 64 KiB of the text, however long the text is.
struct SecretSearch {
    /// The parts of one secret, all of the same length.
    private struct Needle {
        let length: Int
        let parts: Set<ArraySlice<UInt8>>
    }

    /// The size of the window; when it is full, bytes that no match can reach are dropped.
    private static let window = 64 << 10

    private let needles: [Needle]
    private let longest: Int
    /// A bit set of the byte pairs that end a part.
    private let endings: [UInt64]

    init(for secrets: [String]) {
        var needles: [Needle] = []
        var endings = [UInt64](repeating: 0, count: 1 << 10)
        for secret in secrets {
            let secret = secret.utf8.map(\.folded)
            let length = max(min(secret.count, 4), min(12, secret.count / 2))
            guard length > 0 else { continue }
            let parts = Set((0...(secret.count - length)).map { secret[$0..<($0 + length)] })
            needles.append(Needle(length: length, parts: parts))
            for part in parts {
                let pair = Self.pair(part.dropLast().last ?? 0, part[part.endIndex - 1])
                if length > 1 {
                    endings[pair >> 6] |= 1 << UInt64(pair & 63)
                } else {
                    endings = [UInt64](repeating: .max, count: 1 << 10)
                }
            }
        }
        self.needles = needles
        self.endings = endings
        longest = needles.map(\.length).max() ?? 0
    }

    private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first) << 8 | Int(second)
    }

    /// Returns the text with an ellipsis in place of each part of a secret; `nil` without a match.
    func concealed(_ text: some Collection<UInt8>) -> [UInt8]? {
        let text = Array(text)
        let found = places(in: text)
        guard !found.isEmpty else { return nil }
        var kept: [UInt8] = []
        var index = 0
        for place in found {
            kept += text[index..<place.lowerBound]
            kept += "…".utf8
            index = place.upperBound
        }
        return kept + text[index...]
    }

    /// The ranges of the matches, in order and disjoint.
    private func places(in text: [UInt8]) -> [Range<Int>] {
        guard longest > 0 else { return [] }
        var found: [Range<Int>] = []
        // The last bytes in lower case, with their escapes undone, and the offset of each in the
        // text.
        var plain: [UInt8] = []
        var starts: [Int] = []
        var before: UInt8 = 0
        var index = 0
        while index < text.count {
            let (byte, length) = Self.unescaped(text, at: index)
            let folded = byte.folded
            if plain.count == Self.window {
                plain.removeFirst(Self.window - longest)
                starts.removeFirst(Self.window - longest)
            }
            plain.append(folded)
            starts.append(index)
            index += length
            let pair = Self.pair(before, folded)
            before = folded
            guard endings[pair >> 6] & 1 << UInt64(pair & 63) != 0 else { continue }
            for needle in needles
            where plain.count >= needle.length
                && needle.parts.contains(plain[(plain.count - needle.length)...])
            {
                Self.join(starts[plain.count - needle.length]..<index, to: &found)
            }
        }
        return found
    }

    /// Adds a range that ends after all others, merged with those that it touches.
    private static func join(_ place: Range<Int>, to found: inout [Range<Int>]) {
        var start = place.lowerBound
        while let last = found.last, last.upperBound >= start {
            start = min(start, last.lowerBound)
            found.removeLast()
        }
        found.append(start..<place.upperBound)
    }

    /// The byte that the text encodes at `index`, and the length of its encoding in the text.
    private static func unescaped(_ text: [UInt8], at index: Int) -> (UInt8, length: Int) {
        switch text[index] {
        case UInt8(ascii: "%"):
            if let byte = hexadecimal(text[index...].dropFirst().prefix(2), count: 2) {
                return (byte, 3)
            }
        case UInt8(ascii: "\\"):
            guard index + 1 < text.count else { break }
            guard text[index + 1] == UInt8(ascii: "u") else { return (text[index + 1], 2) }
            let digits = text[index...].dropFirst(2).prefix(4)
            if let byte = hexadecimal(digits, count: 4) { return (byte, 6) }
        case UInt8(ascii: "&"):
            let end = text[index...].prefix(8).firstIndex(of: UInt8(ascii: ";"))
            guard let end else { break }
            let name = String(decoding: text[(index + 1)..<end], as: UTF8.self).lowercased()
            if let byte = entity(name) { return (byte, end - index + 1) }
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

    private static func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int) -> UInt8? {
        guard digits.count == count, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension UInt8 {
    /// The byte in lower case, with the URL-safe digits of Base64 mapped to the standard ones.
    fileprivate var folded: UInt8 {
        switch self {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: lowercased
        }
    }
}
