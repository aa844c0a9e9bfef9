import Foundation
import Testing

@testable import Duplicates

/// The facts of pictures in a line, and in the file of a library.
@Suite struct PictureHashFileTests {
    private static let facts: [UInt64: PictureFacts?] = [
        1: PictureFacts(
            rotations: [1, 2, .max, 0x8000_0000_0000_0000].map(PictureHash.init(bits:)),
            width: 640, height: 480),
        .max: nil,
        7: PictureFacts(
            rotations: [0, 0, 0, 5].map(PictureHash.init(bits:)), width: 65_535, height: 1),
    ]

    @Test func theFileHasAllFactsAndItsOwnerReadsItAlone() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hashes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = PictureHashFile(library: folder)
        #expect(file.read().isEmpty)
        try file.write(Self.facts)
        #expect(file.read() == Self.facts)
        try file.write([:])
        #expect(file.read().isEmpty)
        let path = folder + "/" + PictureHashFile.name
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func everyDamageIsFound() throws {
        let bytes = PictureHashFile.bytes(of: Self.facts)
        #expect(PictureHashFile.records(in: bytes) == Self.facts)
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= 0x10
            #expect(PictureHashFile.records(in: damaged) == nil, "\(position)")
        }
        for count in 0..<bytes.count {
            #expect(PictureHashFile.records(in: Array(bytes.prefix(count))) == nil, "\(count)")
        }
    }

    @Test func aLineHasTheFactsAndNothingElse() {
        for facts in Self.facts.values.compactMap(\.self) {
            #expect(PictureFacts(text: facts.text) == facts)
        }
        for text in [
            "", "-", "1 1 1 1 1", "1 1 1 1 1 1 1", "0 1 1 1 1 1", "1 65536 1 1 1 1",
            "1 1 1 1 1 g", "1 1 1  1 1", "1 1 1 1 1 11111111111111111",
        ] {
            #expect(PictureFacts(text: text) == nil, "\(text)")
        }
    }
}
