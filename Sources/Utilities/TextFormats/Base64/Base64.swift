/// Base64 (RFC 4648): bytes as text of 64 letters, digits and signs.
///
/// ```swift
/// let text = Base64.text(of: "user:password".utf8)    // dXNlcjpwYXNzd29yZA==
/// let bytes = Base64.decode(text)                     // the bytes of user:password
/// ```
///
/// Pure functions, for any scheduler. Each is one pass over its input.
package enum Base64 {
    /// The digits of the values 62 and 63.
    package enum Alphabet: Sendable {
        /// `+` and `/` (section 4 of the RFC).
        case standard
        /// `-` and `_`, for addresses and file names (section 5).
        case urlSafe

        /// The digits, in the order of their values.
        var digits: [UInt8] {
            let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
            return Array((common + (self == .standard ? "+/" : "-_")).utf8)
        }
    }

    /// Returns the text of `bytes`.
    ///
    /// - Parameter isPadded: whether `=` fills the last group of four digits.
    package static func text(
        of bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard, isPadded: Bool = true
    ) -> String {
        String(decoding: encode(bytes, alphabet, isPadded: isPadded), as: UTF8.self)
    }

    /// Returns the text of `bytes`, in ASCII.
    ///
    /// - Parameter isPadded: whether `=` fills the last group of four digits.
    package static func encode(
        _ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard, isPadded: Bool = true
    ) -> [UInt8] {
        var text =
            bytes.withContiguousStorageIfAvailable { encode($0, pairs: pairs(of: alphabet)) }
            ?? Array(bytes).withUnsafeBufferPointer { encode($0, pairs: pairs(of: alphabet)) }
        if !isPadded { text.removeLast((3 - bytes.count % 3) % 3) }
        return text
    }

    /// Returns the decoded bytes; `nil` when `text` is not Base64, or its padding is missing.
    package static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0, alphabet) }
    }

    /// Returns the decoded bytes; `nil` when `text` is not Base64, or its padding is missing.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet = .standard
    ) -> [UInt8]? {
        decode(text, words: words(of: alphabet))
    }
}
