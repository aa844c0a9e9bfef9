import Testing
import TextFormats

@testable import MediaFacts

/// Metadata in each of the places where programs write it.
@Suite struct MetadataPlaceTests {
    private static let exif = SampleEXIF.bytes()
    private static let marked = Array("Exif\0\0".utf8) + exif
    private static let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    private static func text(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
        Array("\(keyword)\0".utf8) + text
    }

    private static func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        text("Raw profile type \(name)", PNGBuilder.profile(name, bytes))
    }

    private static func compressed(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let profile = PNGBuilder.stored(PNGBuilder.profile(name, bytes))
        return text("Raw profile type \(name)", [0] + profile)
    }

    private static let xmp = Array(SampleXMP.facts.utf8)
    private static let packet = Array("XML:com.adobe.xmp\0".utf8)

    /// Files with the facts of `SampleEXIF` or of `SampleXMP.facts`.
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("JPEG, EXIF", JPEGBuilder.bytes(exif: exif)),
        ("JPEG, XMP", JPEGBuilder.bytes(xmp: SampleXMP.facts)),
        (
            "JPEG, XMP behind a changed mark",
            JPEGBuilder.bytes(
                head: JPEGBuilder.segment(0xE1, Array("XMP\0".utf8) + segment.dropFirst(4) + xmp))
        ),
        ("PNG, eXIf", PNGBuilder.bytes(("eXIf", exif))),
        ("PNG, eXIf with the mark of JPEG", PNGBuilder.bytes(("eXIf", marked))),
        ("PNG, tEXt exif", PNGBuilder.bytes(("tEXt", profile("exif", marked)))),
        ("PNG, tEXt exif without a mark", PNGBuilder.bytes(("tEXt", profile("exif", exif)))),
        ("PNG, tEXt APP1", PNGBuilder.bytes(("tEXt", profile("APP1", marked)))),
        ("PNG, tEXt APP1 with XMP", PNGBuilder.bytes(("tEXt", profile("APP1", segment + xmp)))),
        ("PNG, tEXt xmp", PNGBuilder.bytes(("tEXt", profile("xmp", xmp)))),
        ("PNG, zTXt exif", PNGBuilder.bytes(("zTXt", compressed("exif", marked)))),
        ("PNG, zTXt xmp", PNGBuilder.bytes(("zTXt", compressed("xmp", xmp)))),
        ("PNG, iTXt", PNGBuilder.bytes(("iTXt", packet + [0, 0, 0, 0] + xmp))),
        (
            "PNG, iTXt with a language",
            PNGBuilder.bytes(("iTXt", packet + [0, 0] + Array("de\0XMP\0".utf8) + xmp))
        ),
        (
            "PNG, compressed iTXt",
            PNGBuilder.bytes(("iTXt", packet + [1, 0, 0, 0] + PNGBuilder.stored(xmp)))
        ),
        ("WebP, EXIF", WebPBuilder.bytes(exif: exif, xmp: "")),
        ("WebP, EXIF with the mark of JPEG", WebPBuilder.bytes(exif: marked, xmp: "")),
        ("WebP, XMP", WebPBuilder.bytes(exif: [], xmp: SampleXMP.facts)),
        ("HEIF, EXIF", HEIFBuilder.bytes(exif: exif)),
        ("HEIF, XMP", HEIFBuilder.bytes(exif: [], xmp: SampleXMP.facts)),
        ("AVIF, XMP", HEIFBuilder.bytes(exif: [], xmp: SampleXMP.facts, brand: "avif")),
        ("JPEG XL, EXIF", RawBuilders.jpegXL(exif: exif)),
        ("RAF, EXIF", RawBuilders.fuji()),
        (
            "TIFF, XMP",
            TIFFBuilder(directories: [.init([(0x02BC, .undefined(xmp))])]).bytes
        ),
        ("MP4, XMP_", MovieBuilder.bytes(MovieBuilder.Facts(userData: box("XMP_", xmp)))),
        ("MP4, uuid", MovieBuilder.bytes(MovieBuilder.Facts()) + uuid),
        ("CR3, uuid", CanonRawBuilder.empty + uuid),
    ]
    private static let uuid = box(
        "uuid",
        [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3,
            0xAF, 0xAC,
        ], xmp)

    @Test(arguments: files.map(\.name)) func theFactsAreRead(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        let facts = try #require(check(bytes))
        #expect(facts.make == "Apple" && facts.model == "iPhone 15 Pro")
        #expect(facts.taken?.time.description == "2024-02-29T23:58:07")
        #expect(facts.taken?.offsetSeconds == 19_800)
        #expect(facts.taken?.nanoseconds == 125_000_000)
        let place = try #require(facts.place)
        #expect(abs(place.latitude + 33.857_014) < 1e-6)
        #expect(abs(place.longitude - 151.208_5) < 1e-6)
    }

    @Test func aThumbnailInATextIsNotAPartOfTheFile() {
        for chunk in [
            ("tEXt", Self.profile("exif", Self.marked)),
            ("zTXt", Self.compressed("exif", Self.marked)),
        ] {
            #expect(MediaFacts(bytes: PNGBuilder.bytes(chunk))?.make == "Apple")
            #expect(MediaFacts(bytes: PNGBuilder.bytes(chunk))?.thumbnail == nil)
        }
    }

    @Test func aCompressedTextIsDecodedUpToALimit() {
        let bomb = PNGBuilder.bomb(of: 2 * FactLimits.profile)
        #expect(bomb.count * 50 < FactLimits.profile)
        #expect(Inflate.zlib(bomb, limit: FactLimits.profile).count == FactLimits.profile)
        check(PNGBuilder.bytes(("zTXt", Self.text("Raw profile type exif", [0] + bomb))))
    }

    @Test func decodedBytesCountAsExamined() {
        let decoded = [UInt8](repeating: 0, count: FactLimits.profile)
        var reader = BoundedReader(MemoryBytes([1, 2, 3]))
        for _ in 1..<FactLimits.examined / decoded.count {
            reader = reader.continued(after: reader.reading(decoded))
        }
        #expect(reader.bytes(0..<1) != nil)
        reader = reader.continued(after: reader.reading(decoded))
        #expect(reader.bytes(0..<1) == nil)
    }

    @Test func propertiesOfOtherFilesInXMPAreLeft() {
        let names = SampleXMP.attributes([("exif:DateTimeOriginal", "2001-02-03T04:05:06")])
        let nested = SampleXMP.packet(
            "<rdf:Description xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\"><xmpMM:Pantry>"
                + "<rdf:Bag><rdf:li><rdf:Description \(names)/></rdf:li></rdf:Bag></xmpMM:Pantry>"
                + "</rdf:Description>")
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(xmp: nested))?.taken == nil)
        let element = SampleXMP.packet(
            "<rdf:Description xmlns:p=\"http://ns.adobe.com/photoshop/1.0/\"><p:DateCreated>"
                + "2001-02-03</p:DateCreated></rdf:Description>")
        let facts = MediaFacts(bytes: JPEGBuilder.bytes(xmp: element))
        #expect(facts?.taken?.time.description == "2001-02-03T00:00:00")
    }

    @Test func aPacketOfADeveloperHasHundredsOfAttributes() {
        let settings = (0..<400).map { " crs:Setting\($0)=\"0\"" }.joined()
        let names = SampleXMP.attributes([("xmp:CreateDate", "2001-02-03T04:05:06")])
        let packet = SampleXMP.packet(
            "<rdf:Description xmlns:crs=\"http://ns.adobe.com/crs/\"\(settings) \(names)/>")
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(xmp: packet))?.taken != nil)
    }

    /// The dates of a file, best first; each is that of its number of the month.
    @Test func theDateOfTheBestSourceCounts() throws {
        let exif: [(tag: Int, source: DateSource)] = [
            (0x9003, .exifOriginal), (0x9004, .exifDigitized),
        ]
        let xmp: [(name: String, source: DateSource)] = [
            ("exif:DateTimeOriginal", .xmpOriginal), ("photoshop:DateCreated", .xmpDateCreated),
            ("exif:DateTimeDigitized", .xmpDigitized), ("xmp:CreateDate", .xmpCreateDate),
        ]
        func day(_ source: DateSource) throws -> Int {
            try #require(DateSource.allCases.firstIndex(of: source)) + 1
        }
        for present in 1..<64 {
            let tags = exif.enumerated().filter { present >> $0.offset & 1 == 1 }.map(\.element)
            let names = xmp.enumerated().filter { present >> ($0.offset + 2) & 1 == 1 }
                .map(\.element)
            let directory = try tags.map { tag, source in
                (tag, TIFFBuilder.Value.ascii("2010:05:0\(try day(source)) 07:08:09"))
            }
            let properties = try names.map { name, source in
                (name, "2010-05-0\(try day(source))T07:08:09")
            }
            let tiff = TIFFBuilder(directories: [
                .init([(0x8769, .directory(1))]), .init(directory),
            ])
            let facts = MediaFacts(
                bytes: JPEGBuilder.bytes(
                    exif: tiff.bytes, xmp: SampleXMP.description(properties)))
            let best = try (tags.map(\.source) + names.map(\.source)).map(day).min()
            #expect(facts?.taken?.time.day == best, "\(present)")
        }
    }

    @Test func aDateThatMeansUnknownIsReplacedByTheNextSource() {
        let tiff = TIFFBuilder(directories: [
            .init([(0x8769, .directory(1))]),
            .init([
                (0x9003, .ascii("0001:01:01 00:00:00")), (0x9004, .ascii("2010:05:06 07:08:09")),
            ]),
        ])
        let facts = MediaFacts(bytes: JPEGBuilder.bytes(exif: tiff.bytes))
        #expect(facts?.taken?.time.description == "2010-05-06T07:08:09")
    }

    @Test func theZoneInADateCountsIfItsTagIsMissing() {
        func zone(_ date: String, _ tag: String?) -> Int? {
            let offset = tag.map { [(0x9011, TIFFBuilder.Value.ascii($0))] } ?? []
            let tiff = TIFFBuilder(directories: [
                .init([(0x8769, .directory(1))]), .init([(0x9003, .ascii(date))] + offset),
            ])
            return MediaFacts(bytes: JPEGBuilder.bytes(exif: tiff.bytes))?.taken?.offsetSeconds
        }
        #expect(zone("2010:05:06 07:08:09+02:00", nil) == 7_200)
        #expect(zone("2010:05:06 07:08:09+02:00", "-03:30") == -12_600)
        #expect(zone("2010:05:06 07:08:09Z", "   :  ") == 0)
    }
}

/// JPEG files that decoders accept, and that are not as the standard describes them.
@Suite struct JPEGSegmentTests {
    private let exif = SampleEXIF.bytes()

    @Test func anEmptyEXIFSegmentDoesNotHideTheNextOne() {
        let empty = JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8))
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(exif: exif, head: empty))?.make == "Apple")
        let other = JPEGBuilder.segment(0xE1, Array("Exif\0\0no TIFF structure".utf8))
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(exif: exif, head: other))?.make == "Apple")
    }

    @Test func bytesBetweenSegmentsAreSkipped() {
        let segment = JPEGBuilder.segment(0xFE, [])
        for junk in [
            [0], [1, 2, 3, 4, 5, 6, 7, 8], [0xFF, 0], [0xFF, 0xFF, 0xFF], [0xFF, 0xD0],
        ] {
            let head = segment + junk.map { UInt8($0) }
            let facts = MediaFacts(bytes: JPEGBuilder.bytes(exif: exif, head: head))
            #expect(facts?.make == "Apple", "\(junk)")
            #expect(facts?.storedSize == PixelSize(width: 640, height: 480), "\(junk)")
        }
        let many = Array(repeating: UInt8(1), count: FactLimits.junk + 1)
        #expect(check(JPEGBuilder.bytes(exif: exif, head: segment + many))?.make == nil)
    }
}
