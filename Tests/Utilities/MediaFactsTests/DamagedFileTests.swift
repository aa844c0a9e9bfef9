import Testing

@testable import MediaFacts

/// Files that are truncated, changed, or made to mislead the reader.
@Suite struct DamagedFileTests {
    /// Checks what holds for all files, and that little is read.
    private func check(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let source = CountedBytes(MemoryBytes(bytes))
        let facts = MediaFacts(source)
        #expect(source.bytes <= FactLimits.bytes, sourceLocation: sourceLocation)
        #expect(source.reads <= FactLimits.reads, sourceLocation: sourceLocation)
        guard let facts else { return }
        let file = 0...Int64(bytes.count)
        let hasValidValues =
            facts.thumbnail.map { file.contains($0.lowerBound) && file.contains($0.upperBound) }
            ?? true
            && facts.orientation.map { (1...8).contains($0) } ?? true
            && facts.motionLength.map { $0 > 0 && $0 < bytes.count } ?? true
            && facts.storedSize.map { $0.width > 0 && $0.height > 0 } ?? true
        #expect(hasValidValues, sourceLocation: sourceLocation)
    }

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
