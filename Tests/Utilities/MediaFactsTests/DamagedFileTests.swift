import Testing

@testable import MediaFacts

/// Checks what holds for the facts of all files, and that little is read; returns the facts.
@discardableResult
func check(
    _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> MediaFacts? {
    let source = CountedBytes(MemoryBytes(bytes))
    let facts = MediaFacts(source)
    #expect(source.bytes <= FactLimits.bytes, sourceLocation: sourceLocation)
    #expect(source.reads <= FactLimits.reads, sourceLocation: sourceLocation)
    guard let facts else { return nil }
    let file = 0...Int64(bytes.count)
    let isThumbnailInside = facts.thumbnail.map {
        file.contains($0.lowerBound) && file.contains($0.upperBound)
    }
    #expect(isThumbnailInside ?? true, sourceLocation: sourceLocation)
    let hasValidValues = [
        facts.orientation.map { (1...8).contains($0) },
        facts.motionLength.map { $0 > 0 && $0 < bytes.count },
        facts.storedSize.map { $0.width > 0 && $0.height > 0 },
        facts.durationMilliseconds.map { $0 >= 0 },
        facts.created.map { $0 > 0 },
    ]
    #expect(!hasValidValues.contains(false), sourceLocation: sourceLocation)
    return facts
}

/// Files that are truncated, changed, or made to mislead the reader.
@Suite struct DamagedFileTests {
    @Test(arguments: Samples.all.map(\.name))
    func aFileThatIsTruncatedAnywhereHasValidFacts(name: String) {
        let bytes = Samples.bytes(name)
        for count in 0..<bytes.count { check(Array(bytes.prefix(count))) }
    }

    @Test(arguments: Samples.all.map(\.name))
    func aFileWithAnyByteChangedHasValidFacts(name: String) {
        let bytes = Samples.bytes(name)
        for index in bytes.indices {
            for change in [0xFF, 0x80, 0x01] as [UInt8] {
                var changed = bytes
                changed[index] ^= change
                check(changed)
            }
        }
    }

    @Test func aLoopOfDirectoriesEnds() {
        var tiff = TIFFBuilder(directories: [
            .init([(0x8769, .directory(0)), (0x8825, .directory(1)), (0x014A, .directory(1))]),
            .init([(0x8769, .directory(0))], next: 1),
        ])
        tiff.directories[0].next = 0
        let source = CountedBytes(MemoryBytes(tiff.bytes))
        #expect(MediaFacts(source) != nil)
        #expect(source.reads == 1)
    }

    @Test func oneDirectoryInAllRolesIsReadOnce() {
        let tiff = TIFFBuilder(directories: [
            .init(
                [
                    (0x8769, .directory(0)), (0x8825, .directory(0)), (0x0110, .ascii("abc")),
                    (0x9003, .ascii("2024:06:01 12:30:45")),
                ], next: 0)
        ])
        let facts = check(JPEGBuilder.bytes(exif: tiff.bytes))
        #expect(facts?.model == "abc" && facts?.taken != nil && facts?.place == nil)
    }

    @Test func onlySomeOfManyDirectoriesAreRead() {
        // Each position of the list has a directory of no entries.
        let positions = (0..<256).flatMap { bigEndian(2_000 + $0 * 1_200, 4) }
        var bytes = Array("MM\0*".utf8) + bigEndian(8, 4)
        bytes += bigEndian(1, 2) + bigEndian(0x014A, 2) + bigEndian(4, 2) + bigEndian(256, 4)
        bytes += bigEndian(26, 4) + bigEndian(0, 4) + positions
        bytes += Array(repeating: 0, count: 400_000)
        let source = CountedBytes(MemoryBytes(bytes))
        #expect(MediaFacts(source)?.storedSize == nil)
        // The head and the list are read, too.
        #expect(source.reads <= FactLimits.directories + 2)
    }

    @Test(arguments: [(0xFFFF_FFFF, 0), (40, 0xFFFF_FFFF), (40, 14)])
    func aMakerNoteMayPointAnywhere(count: Int, position: Int) {
        let note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + bigEndian(1, 2)
        let entry = bigEndian(17, 2) + bigEndian(2, 2) + bigEndian(count, 4)
        let tiff = TIFFBuilder(directories: [
            .init([(0x8769, .directory(1))]),
            .init([(0x927C, .undefined(note + entry + bigEndian(position, 4)))]),
        ])
        #expect(check(JPEGBuilder.bytes(exif: tiff.bytes))?.contentIdentifier == nil)
    }

    @Test func bytesAreExaminedUpToTheLimit() {
        var reader = BoundedReader(MemoryBytes(Array(repeating: 0, count: 1_024)))
        let most = FactLimits.examined / 1_024
        var count = 0
        while reader.bytes(0..<1_024) != nil, count <= most { count += 1 }
        #expect(count == most)
    }

    @Test func aDirectoryOfTooManyEntriesIsReadUpToTheLimit() {
        let entries = (0..<5_000).map { _ in (tag: 1, value: TIFFBuilder.Value.short(1)) }
        let make = (tag: 0x010F, value: TIFFBuilder.Value.ascii("abc"))
        let late = TIFFBuilder(directories: [.init(entries + [make])])
        let early = TIFFBuilder(directories: [.init([make] + entries)])
        #expect(MediaFacts(bytes: late.bytes)?.make == nil)
        #expect(MediaFacts(bytes: early.bytes)?.make == "abc")
    }

    @Test func aTextOfFourGibibytesIsMissing() {
        var bytes = TIFFBuilder(directories: [
            .init([(0x010F, .ascii("a long name")), (0x0110, .ascii("abc"))])
        ]).bytes
        bytes.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let facts = MediaFacts(bytes: bytes)
        #expect(facts?.make == nil)
        #expect(facts?.model == "abc")
    }

    @Test func aFileOfManyEmptyBoxesEndsAtTheLimit() {
        let boxes = (0..<200_000).flatMap { _ in box("free") }
        check(box("ftyp", Array("qt  ".utf8), bigEndian(0, 4)) + boxes)
        check(box("ftyp", Array("qt  ".utf8), bigEndian(0, 4)) + box("moov", boxes))
        check(
            box("ftyp", Array("heic".utf8), bigEndian(0, 4)) + box("meta", bigEndian(0, 4), boxes))
    }

    @Test func aMotionPhotoWithAnAttackInItsXMPHasNoLength() {
        let attack = "<!DOCTYPE a [<!ENTITY b \"c\">]>" + SampleXMP.microVideo(4)
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(xmp: attack))?.motionLength == nil)
    }

    @Test func impossibleValuesAreMissing() {
        let exif = TIFFBuilder(directories: [
            .init([(0x0112, .short(9)), (0x8825, .directory(1)), (0x8769, .directory(2))]),
            .init([
                (1, .ascii("N")), (2, .rational([(91, 1), (0, 1), (0, 1)])),
                (3, .ascii("E")), (4, .rational([(10, 0), (0, 1), (0, 1)])),
            ]),
            .init([(0x9003, .ascii("2024:13:01 00:00:00")), (0xA002, .long(0)), (0xA003, .long(5))]
            ),
        ]).bytes
        let facts = MediaFacts(bytes: JPEGBuilder.bytes(exif: exif))
        #expect(facts?.orientation == nil)
        #expect(facts?.place == nil)
        #expect(facts?.taken == nil)
    }
}
