import Testing

@testable import MediaFacts

/// Files that are whole, cut off, or not of the format that their names state.
@Suite struct CompletenessTests {
    /// A file of each format, without bytes behind its structure.
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("a.jpg", JPEGBuilder.bytes(exif: SampleEXIF.bytes(), xmp: SampleXMP.microVideo(4))),
        ("a.png", PNGBuilder.bytes(exif: SampleEXIF.bytes())),
        ("a.webp", Samples.bytes("sample.webp")),
        ("a.heic", HEIFBuilder.bytes(exif: SampleEXIF.bytes())),
        ("a.mov", MovieBuilder.bytes(Samples.movie)),
        ("b.mp4", box("ftyp", Array("isom".utf8)) + MovieBuilder.movie(.init()) + long("mdat", 9)),
        ("a.cr3", CanonRawBuilder.bytes() + box("mdat", [1, 2, 3])),
        ("a.dng", strips(isLittleEndian: true)), ("a.tif", strips(isLittleEndian: false)),
        ("a.gif", gif), ("a.bmp", Array("BM".utf8) + littleEndian(30, 4) + zeros(24)),
        ("a.avi", Array("RIFF".utf8) + littleEndian(20, 4) + Array("AVI ".utf8) + zeros(16)),
    ]

    /// A directory, a directory below, and the data of its picture behind them.
    private static func strips(isLittleEndian: Bool) -> [UInt8] {
        TIFFBuilder(
            isLittleEndian: isLittleEndian,
            directories: [
                .init([(0x010F, .ascii("Camera")), (0x014A, .directory(1))]),
                .init([(0x0111, .data([1, 2, 3, 4, 5, 6])), (0x0117, .long(6))]),
            ]
        ).bytes
    }

    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + littleEndian(1, 4) + [0x80, 0, 0] + zeros(6)
        + [0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C] + zeros(8) + [0x81] + zeros(12) + [2, 1, 7, 0, 0x3B]

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    /// A box whose length has 64 bits.
    private static func long(_ type: String, _ count: Int) -> [UInt8] {
        bigEndian(1, 4) + Array(type.utf8) + bigEndian(count + 16, 8) + zeros(count)
    }

    private func read(_ bytes: [UInt8], _ name: String) -> MediaCompleteness {
        MediaCompleteness(of: MemoryBytes(bytes), named: name)
    }

    @Test(arguments: files.map(\.name))
    func aWholeFileIsCompleteAndEachBeginningIsNot(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }?.bytes)
        #expect(read(bytes, name) == .complete)
        #expect(read(bytes, "name-of-another-format.mts") == .complete)
        for count in 0..<bytes.count {
            #expect(read(Array(bytes.prefix(count)), name) == .incomplete, "\(count) bytes")
        }
        // Padding and the parts that only some programs know.
        #expect(read(bytes + Self.zeros(5), name) == .complete)
    }

    /// A thumbnail in a segment has an end of its own.
    @Test func theEndOfAThumbnailIsNotThatOfThePicture() {
        let bytes = JPEGBuilder.bytes(exif: SampleEXIF.thumbnail)
        #expect(read(bytes, "a.jpg") == .complete)
        #expect(read(Array(bytes.dropLast()), "a.jpg") == .incomplete)
    }

    @Test func bytesOfAnotherFormatThanThatOfTheNameAreIncomplete() {
        for (name, bytes) in Self.files {
            #expect(read(Self.zeros(bytes.count), name) == .incomplete)
            #expect(read(Array("not a picture, but a text".utf8), name) == .incomplete)
        }
    }

    @Test(arguments: ["a.mts", "a.mkv", "a.raf", "a", "jpg", ".jpg.xyz"])
    func aFormatWithoutASuitableStructureIsUnknown(name: String) {
        #expect(read(Array("some bytes of a video".utf8), name) == .unknown)
        #expect(read([], name) == .incomplete)
    }

    @Test func bigTIFFIsUnknown() {
        #expect(read(Array("II+\0".utf8) + Self.zeros(20), "a.tif") == .unknown)
        #expect(read(Array("MM\0+".utf8) + Self.zeros(20), "a.tif") == .unknown)
    }

    @Test func structuresThatMisleadTheReaderEnd() {
        var tiff = TIFFBuilder(directories: [.init([(0x014A, .directory(0))])])
        tiff.directories[0].next = 0
        #expect(read(tiff.bytes, "a.tif") == .complete)
        let huge = bigEndian(1, 4) + Array("ftyp".utf8) + Array(repeating: 0xFF, count: 8)
        #expect(read(huge, "a.mp4") == .incomplete)
        for (name, bytes) in Self.files {
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 0xFF
                _ = read(changed, name)
            }
        }
    }
}
