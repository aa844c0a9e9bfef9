import Testing

@testable import Digests

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4 and the two lengths on either side of a padded block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func theDigestIsThatOfTheStandard(input: String, digest: String) {
        #expect(SHA256.digest(of: Array(input.utf8)).hexadecimal == digest)
    }

    @Test func partsOfAnySizeGiveTheDigestOfTheWhole() {
        let input = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
        let whole = SHA256.digest(of: input)
        for size in [1, 3, 63, 64, 65, 999] {
            var hash = SHA256()
            var rest = input[...]
            while !rest.isEmpty {
                hash.update(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(hash.digest() == whole, "parts of \(size) bytes")
        }
    }

    @Test func aCopyContinuesOnItsOwn() {
        var first = SHA256()
        first.update("ab".utf8)
        var second = first
        first.update("c".utf8)
        second.update("x".utf8)
        #expect(first.digest() == SHA256.digest(of: "abc".utf8))
        #expect(second.digest() == SHA256.digest(of: "abx".utf8))
    }

    @Test func theDigestOfAPartDoesNotEndTheInput() {
        var hash = SHA256()
        hash.update("ab".utf8)
        #expect(hash.digest() == SHA256.digest(of: "ab".utf8))
        hash.update("c".utf8)
        #expect(hash.digest() == SHA256.digest(of: "abc".utf8))
    }

    @Test func aSequenceWithoutContiguousStorageIsHashed() {
        #expect(
            SHA256.digest(of: Array("abc".utf8).lazy.map { $0 }) == SHA256.digest(of: "abc".utf8))
    }

    @Test func hexadecimalHasTwoDigitsForEachByte() {
        #expect([0x00, 0x09, 0x0a, 0x10, 0x9f, 0xff].map(UInt8.init).hexadecimal == "00090a109fff")
        #expect([UInt8]().hexadecimal.isEmpty)
    }
}
