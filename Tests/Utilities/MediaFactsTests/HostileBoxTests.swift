import Testing

@testable import MediaFacts

/// Boxes whose lengths, numbers and references are made to mislead the reader.
@Suite struct HostileBoxTests {
    private static let brand = box("ftyp", Array("qt  ".utf8), bigEndian(0, 4))
    private static let movie = MovieBuilder.movie(Samples.movie)
    private static let facts = MediaFacts(bytes: brand + movie)

    /// The first bytes of a box with any length.
    private func head(_ type: String, _ length: Int) -> [UInt8] {
        bigEndian(length, 4) + Array(type.utf8)
    }

    @Test func aBoxWithoutALengthReachesToTheEnd() {
        #expect(Self.facts?.contentIdentifier != nil)
        let bytes = Self.brand + head("moov", 0) + Self.movie.dropFirst(8)
        #expect(check(bytes) == Self.facts)
        #expect(check(Self.brand + head("free", 0) + Self.movie)?.contentIdentifier == nil)
    }

    @Test(arguments: 2...7) func aBoxThatIsShorterThanItsHeadIsTheLast(length: Int) {
        let facts = check(Self.brand + head("free", length) + Self.movie)
        #expect(facts?.contentIdentifier == nil)
    }

    @Test(arguments: [0, 1, 15]) func aLongLengthThatIsShorterThanItsHeadIsTheLast(length: Int) {
        let facts = check(Self.brand + head("free", 1) + bigEndian(length, 8) + Self.movie)
        #expect(facts?.contentIdentifier == nil)
    }

    @Test(arguments: [Int.max, Int.max - 7, -1, .min])
    func aLongLengthThatIsImpossibleEndsWithTheFile(length: Int) {
        let bytes =
            Self.brand + head("moov", 1) + bigEndian(length, 8) + Self.movie.dropFirst(8)
        #expect(check(bytes) == Self.facts)
    }

    @Test(arguments: ["moov", "trak", "udta", "meta"])
    func boxesInBoxesAreNotFollowedWithoutEnd(type: String) {
        let depth = 20_000
        let nested = (0..<depth).flatMap { head(type, (depth - $0) * 8) }
        let source = CountedBytes(MemoryBytes(Self.brand + box("moov", nested)))
        #expect(MediaFacts(source)?.storedSize == nil)
        #expect(source.reads <= 8)
    }

    @Test func aValueOfAnUnknownKeyIsMissing() {
        let value = box("data", bigEndian(1, 4), bigEndian(0, 4), Array("Apple".utf8))
        for number in [0, 1, 2, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            let item = bigEndian(value.count + 8, 4) + bigEndian(number, 4) + value
            let meta = box(
                "meta", box("hdlr", Array(repeating: 0, count: 24)),
                box(
                    "keys", bigEndian(0, 4), bigEndian(0xFFFF_FFFF, 4),
                    box("mdta", Array("com.apple.quicktime.make".utf8))), box("ilst", item))
            let make = check(Self.brand + box("moov", meta))?.make
            #expect(make == (number == 1 ? "Apple" : nil), "\(number)")
        }
    }

    @Test(arguments: [Int.max, -1, .min, 1 << 40])
    func aTimeThatIsImpossibleIsMissing(number: Int) {
        let header =
            bigEndian(1 << 24, 4) + bigEndian(number, 8) + bigEndian(number, 8)
            + bigEndian(1, 4) + bigEndian(number, 8)
        let facts = check(Self.brand + box("moov", box("mvhd", header)))
        #expect(facts?.format == .quickTime)
        #expect(facts?.created == nil && facts?.durationMilliseconds == nil)
    }

    /// A picture with the item 1 as its EXIF data, and any boxes about the items.
    private func picture(_ parts: [UInt8]...) -> [UInt8] {
        box("ftyp", Array("heic".utf8), bigEndian(0, 4))
            + box(
                "meta", bigEndian(0, 4), box("pitm", bigEndian(0, 4), bigEndian(1, 2)),
                box(
                    "iinf", bigEndian(0, 4), bigEndian(0xFFFF, 2),
                    box("infe", [2, 0, 0, 0], bigEndian(1, 2), [0, 0], Array("Exif\0".utf8))),
                parts.flatMap(\.self))
    }

    @Test func itemsInPlacesThatDoNotExistAreMissing() {
        let exif = SampleEXIF.bytes()
        func located(_ base: Int, _ offset: Int, _ length: Int, method: Int = 1) -> MediaFacts? {
            let entry =
                bigEndian(1, 2) + bigEndian(method, 2) + bigEndian(0, 2) + bigEndian(base, 8)
                + bigEndian(1, 2) + bigEndian(offset, 8) + bigEndian(length, 8)
            return check(
                picture(
                    box("idat", bigEndian(0, 4), exif),
                    box("iloc", [1, 0, 0, 0, 0x88, 0x80], bigEndian(1, 2), entry)))
        }
        #expect(located(0, 0, exif.count + 4)?.make != nil)
        for (base, offset, length) in [
            (Int.max, 1, 4), (Int.max, .max, .max), (-1, 0, 4), (0, -1, 4), (0, 0, -1),
            (0, 0, exif.count + 5), (exif.count, 4, 1), (0, 0, 0), (0, 0, 3),
        ] {
            #expect(located(base, offset, length)?.make == nil, "\(base) \(offset) \(length)")
        }
        // The whole file, of which the item is a part, and a method that refers to other items.
        #expect(located(0, 0, 100, method: 0)?.make == nil)
        #expect(located(0, 0, exif.count + 4, method: 2)?.make == nil)
    }

    @Test func tablesThatClaimManyEntriesEnd() {
        let many = bigEndian(0xFFFF_FFFF, 4)
        let empty = Array(repeating: UInt8(0), count: 300_000)
        // Places of items: of 65,535 parts each, without bytes, and of 16 bytes.
        for widths in [[0, 0], [0x88, 0x88], [0x44, 0], [0xFF, 0xFF]] as [[UInt8]] {
            let places = [2, 0, 0, 0] + widths + many + Array(repeating: 0xFF, count: 300_000)
            #expect(check(picture(box("iloc", places)))?.make == nil)
            #expect(check(picture(box("iloc", [2, 0, 0, 0] + widths + many + empty)))?.make == nil)
        }
        let size = box("ispe", bigEndian(0, 4), bigEndian(40, 4), bigEndian(30, 4))
        func sized(_ associations: [UInt8]) -> PixelSize? {
            check(picture(box("iprp", box("ipco", size), box("ipma", associations))))?.storedSize
        }
        let one = bigEndian(1, 2)
        #expect(sized(bigEndian(0, 4) + many + one + [1, 1]) == PixelSize(width: 40, height: 30))
        #expect(sized(bigEndian(0, 4) + many + empty) == nil)
        #expect(sized(bigEndian(0, 4) + many + one + Array(repeating: 0xFF, count: 256)) == nil)
        #expect(sized(bigEndian(0, 4) + many + one + [255, 0, 0x80, 2]) == nil)
    }
}
