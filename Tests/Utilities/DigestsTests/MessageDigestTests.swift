import Testing

@testable import Digests

@Suite struct MessageDigestTests {
    private func digest(_ algorithm: MessageDigest.Algorithm, _ parts: [String]) throws -> String {
        var digest = try #require(MessageDigest(algorithm))
        for part in parts { Array(part.utf8).withUnsafeBytes { digest.update($0) } }
        return digest.digest().hexadecimal
    }

    /// The examples of RFC 1321 and FIPS 180-4.
    @Test(arguments: [
        (MessageDigest.Algorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func theDigestIsThatOfTheStandard(_ algorithm: MessageDigest.Algorithm, _ text: String) throws {
        #expect(try digest(algorithm, ["abc"]) == text)
        #expect(try digest(algorithm, ["a", "", "bc"]) == text)
    }

    @Test(arguments: MessageDigest.Algorithm.allCases)
    func aCopyContinuesOnItsOwn(_ algorithm: MessageDigest.Algorithm) throws {
        var first = try #require(MessageDigest(algorithm))
        Array("ab".utf8).withUnsafeBytes { first.update($0) }
        var second = first
        Array("x".utf8).withUnsafeBytes { second.update($0) }
        Array("c".utf8).withUnsafeBytes { first.update($0) }
        #expect(first.digest().hexadecimal == (try digest(algorithm, ["abc"])))
        #expect(second.digest().hexadecimal == (try digest(algorithm, ["abx"])))
    }
}
