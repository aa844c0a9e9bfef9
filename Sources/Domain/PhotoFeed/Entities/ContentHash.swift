/// The fingerprint that a server computes of a file's content.
///
/// Two files with equal hashes have the same content. Hashes of different algorithms are never
/// equal, and prove nothing about each other.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    /// The algorithm of a hash.
    public enum Algorithm: UInt8, Sendable, CaseIterable {
        /// The SHA-256 of the SHA-256 of each block of 4 MiB: 32 bytes.
        case blocks = 0
        /// SHA-256 of the whole content: 32 bytes.
        case sha256 = 1
        /// SHA-1: 20 bytes. It detects faults of a transfer, not an attacker.
        case sha1 = 2
        /// MD5: 16 bytes. It detects faults of a transfer, not an attacker.
        case md5 = 3

        /// The length of a hash in bytes.
        public var byteCount: Int {
            switch self {
            case .blocks, .sha256: 32
            case .sha1: 20
            case .md5: 16
            }
        }

        /// The name for programs.
        public var name: String {
            switch self {
            case .blocks: "blocks"
            case .sha256: "sha256"
            case .sha1: "sha1"
            case .md5: "md5"
            }
        }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The bytes, padded with zeros.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates the hash of blocks from exactly 64 hex digits of either case; `nil` for other text.
    public init?(hexDigits: UnsafeBufferPointer<UInt8>) {
        self.init(.blocks, hexDigits: hexDigits)
    }

    /// Creates the hash of blocks from exactly 64 hex digits of either case; `nil` for other text.
    public init?(_ text: String) { self.init(.blocks, hexDigits: text) }

    /// Creates the hash of `algorithm` from exactly its hex digits of either case.
    ///
    /// `nil` for other text.
    public init?(_ algorithm: Algorithm, hexDigits text: some StringProtocol) {
        let hash = Array(text.utf8).withUnsafeBufferPointer { Self(algorithm, hexDigits: $0) }
        guard let hash else { return nil }
        self = hash
    }

    private init(_ algorithm: Algorithm, _ words: (UInt64, UInt64, UInt64, UInt64)) {
        self.algorithm = algorithm
        self.words = words
    }

    private init?(_ algorithm: Algorithm, hexDigits: UnsafeBufferPointer<UInt8>) {
        guard hexDigits.count == 2 * algorithm.byteCount else { return nil }
        func word(_ start: Int) -> UInt64? {
            var value: UInt64 = 0
            for index in start..<(start + 16) {
                value <<= 4
                guard index < hexDigits.count else { continue }
                guard let digit = Self.value(ofDigit: hexDigits[index]) else { return nil }
                value |= UInt64(digit)
            }
            return value
        }
        guard let a = word(0), let b = word(16), let c = word(32), let d = word(48) else {
            return nil
        }
        self.init(algorithm, (a, b, c, d))
    }

    /// Creates the hash of `algorithm` from exactly its bytes; `nil` for any other number.
    public init?(_ algorithm: Algorithm, bytes: some Collection<UInt8>) {
        guard bytes.count == algorithm.byteCount else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            words[index / 8] |= UInt64(byte) << UInt64(8 * (7 - index % 8))
        }
        self.init(algorithm, (words[0], words[1], words[2], words[3]))
    }

    /// Creates the hash from its stored form; `nil` for other bytes.
    ///
    /// The hash of blocks is stored as its 32 bytes, another one with a byte for its algorithm
    /// before it.
    public init?(bytes: UnsafeRawBufferPointer) {
        if bytes.count == Algorithm.blocks.byteCount {
            func word(_ index: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            self.init(.blocks, (word(0), word(1), word(2), word(3)))
        } else {
            guard let first = bytes.first, let algorithm = Algorithm(rawValue: first),
                algorithm != .blocks
            else { return nil }
            self.init(algorithm, bytes: bytes.dropFirst())
        }
    }

    /// Calls `body` with the stored form.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result
    {
        let bytes = (
            words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
        )
        return try withUnsafeBytes(of: bytes) { bytes in
            guard algorithm != .blocks else { return try body(bytes) }
            let stored = [algorithm.rawValue] + bytes.prefix(algorithm.byteCount)
            return try stored.withUnsafeBytes(body)
        }
    }

    /// The lower-case hex digits; before them, the name of an algorithm other than `.blocks`.
    public var description: String {
        let digits = [words.0, words.1, words.2, words.3]
            .map { String($0, radix: 16) }
            .map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }
            .joined().prefix(2 * algorithm.byteCount)
        return algorithm == .blocks ? String(digits) : "\(algorithm.name):\(digits)"
    }

    /// Whether two contents are the same; `nil` if their hashes cannot be compared.
    package static func areEqual(_ first: ContentHash?, _ second: ContentHash?) -> Bool? {
        guard let first, let second, first.algorithm == second.algorithm else { return nil }
        return first == second
    }

    /// Whether both hashes are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.words == rhs.words && lhs.algorithm == rhs.algorithm
    }

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
