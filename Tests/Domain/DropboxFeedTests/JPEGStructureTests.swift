import Testing

@testable import DropboxFeed

@Suite("The structure of a JPEG")
struct JPEGStructureTests {
    /// A quantization table, a frame, and two scans, the first with restart markers.
    private static let complete: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xC0, 0, 3, 1]
        + [0xFF, 0xDA, 0, 3, 1, 5, 0xFF, 0, 6, 0xFF, 0xD0, 7, 0xFF, 0xD1, 8]
        + [0xFF, 0xFF, 0xDA, 0, 2, 9, 0xFF, 0xD9]

    @Test func aCompleteFileIsAcceptedWithAndWithoutBytesBehindIt() {
        #expect(JPEGStructure.isComplete(Self.complete))
        #expect(JPEGStructure.isComplete(Self.complete + [0, 1, 2]))
    }

    @Test func aFileThatBreaksOffAnywhereIsRefused() {
        for count in 0..<Self.complete.count {
            #expect(!JPEGStructure.isComplete(Array(Self.complete[..<count])), "\(count) bytes")
        }
    }

    @Test(
        arguments: [
            // The first marker, a length that is too long or too short, a restart marker out of
            // order, a marker in the data that begins no segment, and a scan without a frame.
            (1, 0xD9), (5, 200), (5, 1), (23, 0xD1), (20, 0x55), (9, 0xC4),
        ] as [(Int, UInt8)])
    func aByteThatNoFileCanHaveThereIsFound(position: Int, byte: UInt8) {
        var bytes = Self.complete
        bytes[position] = byte
        #expect(!JPEGStructure.isComplete(bytes))
    }

    @Test(arguments: [[], [0xFF], Array("<html>".utf8), [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]])
    func otherFormatsAreRefused(bytes: [UInt8]) {
        #expect(!JPEGStructure.isComplete(bytes))
    }
}
