/// Eight bytes of a text that are tested at once, because most of a JSON text consists of strings.
///
/// A result is nonzero if at least one of the bytes passes the test.
struct EightBytes {
    private let word: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Loads the bytes that begin at `index`, which must exist.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }

    /// Whether one is a quote, a backslash or a control character, which ends a piece of a string.
    var containsSpecial: Bool {
        equal(UInt8(ascii: "\"")) | equal(UInt8(ascii: "\\")) | zeros(word & (Self.ones &* 0xE0))
            != 0
    }

    /// Whether one is not ASCII.
    var containsNonASCII: Bool { word & Self.highs != 0 }

    /// Whether one is not ASCII, or is U+007F.
    var containsNonASCIIOrDelete: Bool { word & Self.highs | equal(0x7F) != 0 }

    /// Whether one has a meaning in markup: `&`, `<` or `>`.
    var containsMarkup: Bool {
        equal(UInt8(ascii: "&")) | equal(UInt8(ascii: "<")) | equal(UInt8(ascii: ">")) != 0
    }

    private func equal(_ byte: UInt8) -> UInt64 { zeros(word ^ (Self.ones &* UInt64(byte))) }

    /// Marks the high bit of a byte that is zero: the subtraction borrows from it.
    ///
    /// This is the usual way to find a zero byte in a word.
    private func zeros(_ word: UInt64) -> UInt64 { (word &- Self.ones) & ~word & Self.highs }
}
