import Testing

@testable import Digests

@Suite struct XXH64Tests {
    /// Values of the reference implementation: inputs shorter and longer than a stripe of 32 bytes.
    @Test(arguments: [
        ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B),
        ("abc", 0x44BC_2CF5_AD77_0999),
        ("The quick brown fox jumps over the lazy dog, twice.", 0x0BD8_2807_8C4C_B965),
    ])
    func theHashIsThatOfTheReference(input: String, hash: UInt64) {
        #expect(XXH64.hash(Array(input.utf8)) == hash)
    }

    @Test func eachChangedByteChangesTheHash() {
        let input = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 31) }
        var hashes = Set([XXH64.hash(input)])
        for index in input.indices {
            var changed = input
            changed[index] ^= 1
            hashes.insert(XXH64.hash(changed))
        }
        #expect(hashes.count == 101)
    }
}
