import Escaping
import Foundation
import Scheduling

/// The one place through which every text of a record passes.
///
/// It replaces the secrets that it has been told, the values after names such as `token` and
/// `password`, credentials of HTTP, the user and the query of an address, and the home folder. It
/// escapes control characters, so that a text can neither forge a line nor control a terminal.
///
/// ```swift
/// logs.redaction.hide(token)
/// print(logs.redaction.text("Authorization: Bearer abc"))    // Authorization: … …
/// ```
///
/// Thread-safe. The cost is a pass over the text, and one for each hidden text.
public final class LogRedaction: Sendable {
    /// The text in the place of a secret.
    public static let placeholder = "…"
    /// The longest text in bytes; the rest is cut off.
    public static let limit = 8_192
    private static let names = [
        "token", "password", "passwd", "secret", "authorization", "credential", "api_key",
        "apikey", "api-key", "cookie", "code_verifier",
    ]
    private static let schemes: Set<String> = ["bearer", "basic", "digest"]
    private static let prefixes = ["sl.", "eyJ"]
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
            guard hidden.byAge.last != secret else { return }
            hidden.byAge.removeAll { $0 == secret }
            hidden.byAge.append(secret)
            if hidden.byAge.count > Self.hiddenLimit { hidden.byAge.removeFirst() }
            hidden.byLength = hidden.byAge.sorted { $0.utf8.count > $1.utf8.count }
        }
    }

    /// Returns `text` without secrets and control characters.
    public func text(_ text: String) -> String {
        var text = text
        for secret in hidden.withLock({ $0.byLength }) where text.contains(secret) {
            text = text.replacing(secret, with: Self.placeholder)
        }
        if text.utf8.count > Self.limit {
            // After the secrets, so that no part of one is left at the end.
            text = String(decoding: text.utf8.prefix(Self.limit), as: UTF8.self) + "…"
        }
        if !home.isEmpty, text.contains(home) { text = text.replacing(home, with: "~") }
        return TerminalText.escape(Self.isSuspect(text) ? Self.withoutValues(text) : text)
    }

    /// Whether values under this name are secrets.
    func isSecret(name: String) -> Bool { Self.isSecretName(name) }

    private static func isSecretName(_ name: some StringProtocol) -> Bool {
        let name = name.lowercased()
        return names.contains { name.contains($0) }
    }

    private static func isSuspect(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
            || prefixes.contains { text.contains($0) }
            || text.lowercased().contains { $0 == "b" || $0 == "d" }
                && schemes.contains { text.lowercased().contains($0) }
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

    /// The meaning of the next word.
    private enum Expected {
        case anything
        /// The separator behind a secret name.
        case separator
        /// The value of a secret name.
        case value
    }

    /// Returns a word without its secret, and the meaning of the next word.
    private static func shown(_ word: Substring, _ expected: Expected) -> (String, Expected) {
        if word == ":" || word == "=" {
            return (String(word), expected == .anything ? .anything : .value)
        }
        let isScheme = schemes.contains(word.lowercased())
        if expected == .value { return (placeholder, isScheme ? .value : .anything) }
        if isScheme { return (String(word), .value) }
        if prefixes.contains(where: { word.hasPrefix($0) }), word.utf8.count >= 12 {
            return (placeholder, .anything)
        }
        if let scheme = word.range(of: "://") { return (address(word, scheme), .anything) }
        guard let separator = word.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
            return (String(word), isSecretName(word) ? .separator : .anything)
        }
        let after = word.index(after: separator)
        let isName =
            separator == word.startIndex
            ? expected == .separator : isSecretName(word[..<separator])
        guard isName else { return (String(word), .anything) }
        if after == word.endIndex { return (String(word), .value) }
        return (
            word[..<after] + placeholder,
            schemes.contains(word[after...].lowercased()) ? .value : .anything
        )
    }

    /// An address without its user and its query.
    private static func address(_ word: Substring, _ scheme: Range<Substring.Index>) -> String {
        var rest = word[scheme.upperBound...]
        if let query = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            rest = Substring(rest[..<query] + "?" + placeholder)
        }
        let authority = rest.firstIndex(of: "/") ?? rest.endIndex
        if let user = rest[..<authority].lastIndex(of: "@") {
            rest = Substring(placeholder + rest[user...])
        }
        return String(word[..<scheme.upperBound] + rest)
    }
}
