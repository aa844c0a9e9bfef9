import Foundation
import Scheduling
import TextFormats

/// The one place through which every text of a record passes.
///
/// It replaces the secrets that were passed to `hide(_:)`, the values after names such as `token`
/// and `password`, credentials of HTTP, the user and the query of an address, and the home folder.
/// It replaces the value of a header field such as `Cookie` or `Authorization` up to the end of the
/// line. It escapes control characters, so that a text can neither forge a line nor control a
/// terminal.
///
/// ```swift
/// logs.redaction.hide(token)
/// print(logs.redaction.text("Authorization: Bearer abc"))    // Authorization: …
/// ```
///
/// Thread-safe. The cost is a pass over the text, and one for each hidden text.
public final class LogRedaction: Sendable {
    /// The text in the place of a secret.
    public static let placeholder = "…"
    /// The longest text in bytes; the rest is cut off.
    public static let limit = 8_192
    private static let names = bytes([
        "token", "passw", "secret", "authorization", "authentication-info", "credential",
        "api_key", "apikey", "api-key", "cookie", "code_verifier",
    ])
    /// Those of the names whose values may have several words.
    private static let lineNames = bytes(["authorization", "authentication-info", "cookie"])
    private static let schemes: [String: Extent] = [
        "bearer": .word, "basic": .word, "digest": .parameters,
    ]
    private static let prefixes = ["sl.", "eyJ"]
    /// The beginnings of secrets and the schemes of credentials.
    private static let signs = bytes(prefixes + schemes.keys)
    /// For each byte, whether it begins one of the signs.
    private static let beginsSign = (0...UInt8.max).map { byte in
        signs.contains { $0[0] == byte | 0x20 }
    }
    private static let delimiters = Set(" \t\r\n\"'`,;()[]{}<>&|".utf8)

    /// The number of hidden texts; the oldest one is forgotten beyond it.
    ///
    /// A program that runs for long gets a new token every few hours.
    private static let hiddenLimit = 64

    private struct Hidden {
        /// In the order in which they were hidden.
        var byAge: [String] = []
        /// The longest first, since one may contain another one.
        var byLength: [String] = []
    }

    private let hidden = Guarded(Hidden())
    private let home: String

    /// Creates a redaction.
    ///
    /// - Parameter home: the path that is written as `~`; without it, the user's home folder.
    public init(home: String? = nil) {
        let home = home ?? NSHomeDirectory()
        self.home = home.count > 1 ? home : ""
    }

    /// Replaces `secret` in all texts from now on; texts of fewer than four bytes are ignored.
    ///
    /// The last 64 secrets are known.
    public func hide(_ secret: String) {
        guard secret.utf8.count >= 4 else { return }
        hidden.withLock { hidden in
            // By bytes, as the texts are searched.
            func isEqual(_ other: String) -> Bool { other.utf8.elementsEqual(secret.utf8) }
            if let last = hidden.byAge.last, isEqual(last) { return }
            hidden.byAge.removeAll(where: isEqual)
            hidden.byAge.append(secret)
            if hidden.byAge.count > Self.hiddenLimit { hidden.byAge.removeFirst() }
            hidden.byLength = hidden.byAge.flatMap(Self.forms)
                .sorted { $0.utf8.count > $1.utf8.count }
        }
    }

    /// The forms of Unicode in which a server may repeat a secret.
    private static func forms(of secret: String) -> [String] {
        guard secret.utf8.contains(where: { $0 >= 0x80 }) else { return [secret] }
        return [
            secret, secret.precomposedStringWithCanonicalMapping,
            secret.decomposedStringWithCanonicalMapping,
        ]
    }

    /// Returns `text` without secrets and control characters.
    public func text(_ text: String) -> String {
        var text = text
        for secret in hidden.withLock({ $0.byLength }) {
            text = text.replacing(bytesOf: secret, with: Self.placeholder)
        }
        if text.utf8.count > Self.limit {
            // After the secrets, so that no part of one is left at the end.
            text = String(decoding: text.utf8.prefix(Self.limit), as: UTF8.self) + "…"
        }
        if !home.isEmpty { text = text.replacing(bytesOf: home, with: "~") }
        return TerminalText.escape(Self.isSuspect(text) ? Self.withoutValues(text) : text)
    }

    /// Whether values under this name are secrets.
    func isSecret(name: String) -> Bool { Self.extent(under: name) != nil }

    /// The extent of a value under this name; `nil` if it is not a secret.
    private static func extent(under name: some StringProtocol) -> Extent? {
        guard name.contains(anyOf: names) else { return nil }
        return name.contains(anyOf: lineNames) ? .line : .word
    }

    /// Whether the text has a sign of a secret, or a separator of a name and its value.
    private static func isSuspect(_ text: String) -> Bool {
        var text = text
        let (signs, beginsSign) = (signs, beginsSign)
        return text.withUTF8 { bytes in
            bytes.indices.contains { index in
                let byte = bytes[index]
                return byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
                    || beginsSign[Int(byte)] && signs.contains { bytes.hasWord($0, at: index) }
            }
        }
    }

    /// The words in the form of `hasWord(_:at:)`.
    private static func bytes(_ words: [String]) -> [[UInt8]] {
        words.map { word in word.utf8.map { $0 | 0x20 } }
    }

    private static func withoutValues(_ text: String) -> String {
        var result = ""
        var expected = Expected.anything
        var word = text.startIndex
        var position = text.startIndex
        func finishWord() {
            guard word < position else { return }
            let (shown, next) = shown(text[word..<position], expected)
            result += shown
            expected = next
        }
        while position < text.endIndex {
            if delimiters.contains(text.utf8[position]) {
                finishWord()
                if case .restOfValue = expected {
                    position = endOfLine(text, position)
                    word = position
                    expected = .anything
                    continue
                }
                result.unicodeScalars.append(text.unicodeScalars[position])
                text.utf8.formIndex(after: &position)
                word = position
            } else {
                text.utf8.formIndex(after: &position)
            }
        }
        finishWord()
        return result
    }

    private static func endOfLine(_ text: String, _ start: String.Index) -> String.Index {
        text.utf8[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            ?? text.endIndex
    }

    /// How far the value of a secret name goes.
    private enum Extent {
        case word
        /// To the end of the line, if the first word is a parameter such as `username=`.
        case parameters
        case line
    }

    /// The meaning of the next word.
    private enum Expected {
        case anything
        /// The separator behind a secret name.
        case separator(Extent)
        /// The value of a secret name.
        case value(Extent)
        /// The rest of a line whose value is hidden.
        case restOfValue
    }

    /// The meaning of the word behind one that is hidden.
    private static func expected(
        behindHidden word: Substring, _ extent: Extent
    ) -> Expected {
        let hasParameter = word.utf8.contains(UInt8(ascii: "="))
        if extent == .line || extent == .parameters && hasParameter { return .restOfValue }
        if let scheme = schemes[word.lowercased()] { return .value(scheme) }
        return .anything
    }

    /// Returns a word without its secret, and the meaning of the next word.
    private static func shown(_ word: Substring, _ expected: Expected) -> (String, Expected) {
        if word == ":" || word == "=" {
            switch expected {
            case .separator(let extent), .value(let extent): return (String(word), .value(extent))
            case .anything, .restOfValue: return (String(word), .anything)
            }
        }
        if case .value(let extent) = expected {
            return (placeholder, Self.expected(behindHidden: word, extent))
        }
        if let scheme = schemes[word.lowercased()] { return (String(word), .value(scheme)) }
        if prefixes.contains(where: { word.utf8.starts(with: $0.utf8) }), word.utf8.count >= 12 {
            return (placeholder, .anything)
        }
        if let scheme = word.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            return (address(word, scheme), .anything)
        }
        let scalars = word.unicodeScalars
        var start = word.startIndex
        while let separator = scalars[start...].firstIndex(where: { $0 == "=" || $0 == ":" }) {
            let name = word[start..<separator]
            let found = separator == word.startIndex ? named(expected) : extent(under: name)
            start = scalars.index(after: separator)
            guard let extent = found else { continue }
            if start == word.endIndex { return (String(word), .value(extent)) }
            let next = Self.expected(behindHidden: word[start...], extent)
            return (word[..<start] + placeholder, next)
        }
        if start == word.startIndex, let extent = Self.extent(under: word) {
            return (String(word), .separator(extent))
        }
        return (String(word), .anything)
    }

    /// The extent of a value whose name is the word before.
    private static func named(_ expected: Expected) -> Extent? {
        if case .separator(let extent) = expected { return extent }
        return nil
    }

    /// An address without its user and its query.
    private static func address(_ word: Substring, _ scheme: Range<Substring.Index>) -> String {
        var rest = word[scheme.upperBound...]
        if let query = rest.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            rest = Substring(rest[..<query] + "?" + placeholder)
        }
        let authority = rest.unicodeScalars.firstIndex(of: "/") ?? rest.endIndex
        if let user = rest.unicodeScalars[..<authority].lastIndex(of: "@") {
            rest = Substring(placeholder + rest[user...])
        }
        return String(word[..<scheme.upperBound] + rest)
    }
}
