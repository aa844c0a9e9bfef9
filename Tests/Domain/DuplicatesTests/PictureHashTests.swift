import PhotoFeed
import Testing

@testable import Duplicates

/// The hash of the look of a picture.
@Suite struct PictureHashTests {
    private static let edge = PictureHash.edge

    /// A smooth picture that depends on a seed.
    private func picture(_ seed: Int) -> [UInt8] {
        (0..<Self.edge * Self.edge).map { index in
            let (x, y) = (index % Self.edge, index / Self.edge)
            let value =
                (x * (seed % 7 + 1) + y * (seed % 5 + 2) + (x / 8) * (y / 8) * (seed % 11)) * 3
            return UInt8(value % 511 < 256 ? value % 511 : 510 - value % 511)
        }
    }

    private func turned(_ picture: [UInt8]) -> [UInt8] {
        (0..<Self.edge * Self.edge).map { index in
            let (x, y) = (index % Self.edge, index / Self.edge)
            return picture[(Self.edge - 1 - x) * Self.edge + y]
        }
    }

    @Test func aBrighterPictureHasNearlyTheSameHash() throws {
        for seed in 1..<20 {
            let original = picture(seed).map { $0 / 2 }
            let hash = try #require(PictureHash(brightness: original))
            let brighter = try #require(PictureHash(brightness: original.map { $0 + 60 }))
            #expect(hash.distance(to: brighter) <= 3)
            let stronger = try #require(PictureHash(brightness: original.map { $0 * 2 }))
            #expect(hash.distance(to: stronger) <= 3)
        }
    }

    @Test func otherPicturesHaveOtherHashes() throws {
        let hashes = try (1..<30).map { try #require(PictureHash(brightness: picture($0 * 13))) }
        for (number, hash) in hashes.enumerated() {
            for other in hashes.dropFirst(number + 1) { #expect(hash.distance(to: other) > 6) }
        }
    }

    @Test func theRotationsAreThoseOfThePicture() throws {
        for seed in [3, 17, 40] {
            var present = picture(seed)
            let rotations = PictureHash.ofRotations(brightness: present)
            #expect(rotations.count == 4)
            var hashes: [PictureHash] = []
            for _ in 0..<4 {
                hashes.append(try #require(PictureHash(brightness: present)))
                present = turned(present)
            }
            // A median between two values may be rounded differently.
            for hash in hashes {
                #expect(rotations.contains { $0.distance(to: hash) <= 1 }, "\(seed)")
            }
            #expect(Set(rotations.map(\.bits)).count == 4)
        }
    }

    @Test func anotherNumberOfPixelsHasNoHash() {
        #expect(PictureHash(brightness: []) == nil)
        #expect(PictureHash(brightness: [UInt8](repeating: 1, count: 1_023)) == nil)
        #expect(PictureHash.ofRotations(brightness: [1]).isEmpty)
        #expect(PictureHash(brightness: [UInt8](repeating: 7, count: 1_024)) != nil)
    }
}
