/// The fingerprint that a server computes of a file's content: 32 bytes, written as 64 hex digits.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates the hash from exactly 64 hex digits of either case; `nil` for any other text.
    public init?(hexDigits: UnsafeBufferPointer<UInt8>) {
        guard hexDigits.count == 64 else { return nil }
        func word(_ start: Int) -> UInt64? {
            var value: UInt64 = 0
            for index in start..<(start + 16) {
                guard let digit = Self.value(ofDigit: hexDigits[index]) else { return nil }
                value = value << 4 | UInt64(digit)
            }
            return value
        }
        guard let a = word(0), let b = word(16), let c = word(32), let d = word(48) else {
            return nil
        }
        words = (a, b, c, d)
    }

    /// Creates the hash from exactly 64 hex digits of either case; `nil` for any other text.
    public init?(_ text: String) {
        guard let hash = Array(text.utf8).withUnsafeBufferPointer(Self.init(hexDigits:)) else {
            return nil
        }
        self = hash
    }

    /// Creates the hash from exactly 32 bytes; `nil` for any other number.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// Calls `body` with the 32 bytes.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result
    {
        let bytes = (
            words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
        )
        return try withUnsafeBytes(of: bytes, body)
    }

    /// The hash in 64 lower-case hex digits.
    public var description: String {
        [words.0, words.1, words.2, words.3]
            .map { String($0, radix: 16) }
            .map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }
            .joined()
    }

    /// Whether both hashes are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    /// Feeds bits of the hash into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
