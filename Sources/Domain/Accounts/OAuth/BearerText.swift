/// The forms of the texts of OAuth 2.
package enum BearerText {
    /// The maximum length of a token in bytes.
    package static let longest = 8_192
    /// The longest accepted lifetime of a token: ten years, in seconds.
    static let longestLifetime: Int64 = 315_360_000

    /// Whether `text` is an access token (`b64token` of RFC 6750, section 2.1).
    package static func isValid(_ text: String) -> Bool {
        let stem = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        return text.utf8.count <= longest && !stem.isEmpty
            && stem.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "-._~+/".utf8.contains(byte)
                }
            }
    }

    /// Whether `text` has 1 to 8,192 visible ASCII characters, as a refresh token (RFC 6749, A.17).
    static func isVisible(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether `text` is a word of a protocol, such as `invalid_grant`.
    ///
    /// Text of any other kind from a server is not shown.
    static func isWord(_ text: some Collection<UInt8>) -> Bool {
        (1...64).contains(text.count)
            && text.allSatisfy { byte in
                byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
    }
}
