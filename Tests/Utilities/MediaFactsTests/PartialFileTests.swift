import Foundation
import Testing

@testable import MediaFacts

/// Files of which only a part is available, and files that are too large to be read as a whole.
@Suite struct PartialFileTests {
    @Test func thePrefixOfAPhotoHasItsFacts() throws {
        let exif = SampleEXIF.bytes()
        let bytes = JPEGBuilder.bytes(exif: exif, trailer: Array(repeating: 0, count: 10_000))
        let prefix = Array(bytes.prefix(40 + exif.count))
        let facts = try #require(
            MediaFacts(MemoryBytes(prefix: prefix, ofLength: Int64(bytes.count))))
        #expect(facts.isPartial)
        #expect(facts.taken != nil)
        #expect(facts.thumbnail == MediaFacts(bytes: bytes)?.thumbnail)
        // The frame is behind the prefix; the size is then that of EXIF.
        #expect(facts.storedSize == PixelSize(width: 4032, height: 3024))
    }

    @Test func aThumbnailMayBeBehindThePrefix() throws {
        let bytes = Samples.bytes("sample.dng")
        let range = try #require(MediaFacts(bytes: bytes)?.thumbnail)
        let prefix = Array(bytes.prefix(Int(range.lowerBound)))
        let facts = MediaFacts(MemoryBytes(prefix: prefix, ofLength: Int64(bytes.count)))
        #expect(facts?.thumbnail == range)
        let short = MediaFacts(MemoryBytes(prefix: prefix, ofLength: range.upperBound - 1))
        #expect(short?.thumbnail == nil)
    }

    @Test func aVideoOfFourGibibytesIsReadByAFewSmallReads() throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "media-facts-\(UUID().uuidString).mov")
        defer { try? FileManager.default.removeItem(at: path) }
        let length = 4 << 30
        let head =
            box("ftyp", Array("qt  ".utf8), bigEndian(0, 4)) + bigEndian(1, 4) + Array("mdat".utf8)
            + bigEndian(length, 8)
        try Data(head).write(to: path)
        let file = try FileHandle(forUpdating: path)
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(length + 16))
        try file.write(contentsOf: Data(MovieBuilder.movie(Samples.movie)))
        let source = CountedBytes(try #require(FileBytes(descriptor: file.fileDescriptor)))
        let facts = MediaFacts(source)
        #expect(facts?.contentIdentifier == SampleEXIF.identifier)
        #expect(facts?.taken != nil)
        #expect(source.reads <= 5)
        #expect(source.bytes <= 8 << 10)
    }

    @Test func aFolderIsNotAFile() throws {
        let descriptor = open("/", O_RDONLY)
        defer { _ = close(descriptor) }
        #expect(FileBytes(descriptor: descriptor) == nil)
        #expect(FileBytes(descriptor: -1) == nil)
    }

    @Test func aSourceWithoutBytesHasNoFacts() {
        #expect(MediaFacts(MemoryBytes(prefix: [], ofLength: 1_000)) == nil)
        #expect(MediaFacts(MemoryBytes(prefix: [0xFF, 0xD8], ofLength: 1_000)) == nil)
    }
}

/// Counts what is read from a source.
final class CountedBytes: ByteSource {
    private let source: any ByteSource
    private(set) var reads = 0
    private(set) var bytes = 0

    init(_ source: any ByteSource) { self.source = source }

    var length: Int64 { source.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        reads += 1
        bytes += buffer.count
        return source.read(at: offset, into: buffer)
    }
}
