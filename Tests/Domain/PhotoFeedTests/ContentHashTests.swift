import Testing

@testable import PhotoFeed

/// Hashes of several algorithms, and their stored form.
@Suite struct ContentHashTests {
    private static func digits(_ count: Int) -> String {
        String((0..<count).map { "0123456789abcdef"[$0 % 16] })
    }

    private func stored(_ hash: ContentHash) -> [UInt8] { hash.withBytes { Array($0) } }

    private func read(_ bytes: [UInt8]) -> ContentHash? {
        bytes.withUnsafeBytes { ContentHash(bytes: $0) }
    }

    @Test(arguments: ContentHash.Algorithm.allCases)
    func aStoredHashIsReadAsItWasWritten(_ algorithm: ContentHash.Algorithm) throws {
        let digits = Self.digits(2 * algorithm.byteCount)
        let hash = try #require(ContentHash(algorithm, hexDigits: digits.uppercased()))
        #expect(read(stored(hash)) == hash)
        #expect(hash.description == (algorithm == .blocks ? "" : "\(algorithm.name):") + digits)
        #expect(ContentHash(algorithm, hexDigits: digits.dropLast()) == nil)
        #expect(ContentHash(algorithm, hexDigits: digits.dropLast() + "g") == nil)
        #expect(ContentHash(algorithm, hexDigits: digits + "0") == nil)
    }

    @Test func theHashOfBlocksIsStoredAsItsBytesAlone() throws {
        let hash = try #require(ContentHash(Self.digits(64)))
        #expect(stored(hash).count == 32)
        #expect(stored(hash).prefix(2) == [0x01, 0x23])
    }

    @Test(arguments: [[], [1], [UInt8](repeating: 2, count: 20), [UInt8](repeating: 9, count: 21)])
    func otherBytesAreNoHash(_ bytes: [UInt8]) {
        #expect(read(bytes) == nil)
    }

    @Test func hashesOfDifferentAlgorithmsProveNothing() throws {
        let blocks = try #require(ContentHash(.blocks, hexDigits: Self.digits(64)))
        let sha256 = try #require(ContentHash(.sha256, hexDigits: Self.digits(64)))
        let other = try #require(
            ContentHash(.sha256, hexDigits: String(Self.digits(64).reversed())))
        #expect(blocks != sha256)
        #expect(ContentHash.areEqual(blocks, sha256) == nil)
        #expect(ContentHash.areEqual(nil, sha256) == nil)
        #expect(ContentHash.areEqual(sha256, sha256) == true)
        #expect(ContentHash.areEqual(sha256, other) == false)
    }
}

extension String {
    fileprivate subscript(_ offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
