import Testing
import TextFormats

@testable import MediaFacts

/// Values of EXIF in types that the standard does not state, as phones and programs write them.
@Suite struct EntryTypeTests {
    private typealias Entries = [(tag: Int, value: TIFFBuilder.Value)]

    private func facts(
        main: Entries = [], exif: Entries = [], gps: Entries = []
    ) -> MediaFacts? {
        let tiff = TIFFBuilder(directories: [
            .init(main + [(0x8769, .directory(1)), (0x8825, .directory(2))]), .init(exif),
            .init(gps),
        ])
        return MediaFacts(bytes: JPEGBuilder.bytes(exif: tiff.bytes))
    }

    /// The number 6 in each numeric type, with the most significant byte first.
    private static let six: [(type: Int, bytes: [UInt8])] = [
        (1, [6]), (3, [0, 6]), (4, [0, 0, 0, 6]), (5, [0, 0, 0, 12, 0, 0, 0, 2]), (6, [6]),
        (7, [6]), (8, [0, 6]), (9, [0, 0, 0, 6]),
        (10, [0xFF, 0xFF, 0xFF, 0xF4, 0xFF, 0xFF, 0xFF, 0xFE]),
        (11, [0x40, 0xC0, 0, 0]), (12, [0x40, 0x18, 0, 0, 0, 0, 0, 0]), (13, [0, 0, 0, 6]),
        (16, [0, 0, 0, 0, 0, 0, 0, 6]), (17, [0, 0, 0, 0, 0, 0, 0, 6]),
        (18, [0, 0, 0, 0, 0, 0, 0, 6]),
    ]

    @Test func aNumberMayHaveAnyNumericType() {
        for (type, bytes) in Self.six {
            let value = TIFFBuilder.Value.elements(type: type, count: 1, bytes)
            let facts = facts(main: [(0x0112, value)], exif: [(0xA002, value), (0xA003, value)])
            #expect(facts?.orientation == 6, "\(type)")
            #expect(facts?.statedSize == PixelSize(width: 6, height: 6), "\(type)")
        }
    }

    @Test func aTextOrAFractionIsNotAWholeNumber() {
        for (type, bytes) in [(2, [0x36, 0]), (129, [0x36, 0]), (5, [0, 0, 0, 13, 0, 0, 0, 2])] {
            let value = TIFFBuilder.Value.elements(
                type: type, count: type == 5 ? 1 : 2, bytes.map(UInt8.init))
            #expect(facts(main: [(0x0112, value)])?.orientation == nil, "\(type)")
        }
        #expect(facts(main: [(0x0112, .elements(type: 11, count: 1, [0x7F, 0x80, 0, 0]))]) != nil)
    }

    @Test func aPointerMayHaveAnyNumericType() throws {
        for type in [4, 9, 13, 16, 17, 18] {
            let width = type < 16 ? 4 : 8
            var tiff = TIFFBuilder(directories: [
                .init([
                    (0x8769, .elements(type: type, count: 1, bigEndian(0, width)))
                ]),
                .init([(0x9003, .ascii("2010:05:06 07:08:09"))]),
            ])
            let position = tiff.bytes.count - 2 - 12 - 4 - 20
            tiff.directories[0].entries[0].value = .elements(
                type: type, count: 1, bigEndian(position, width))
            let facts = MediaFacts(bytes: JPEGBuilder.bytes(exif: tiff.bytes))
            #expect(facts?.taken != nil, "\(type)")
        }
    }

    @Test func aTextMayHaveAnyTypeOfBytes() {
        for type in [1, 2, 6, 7, 129] {
            let value = TIFFBuilder.Value.elements(type: type, count: 5, Array("Nokia".utf8))
            let date = TIFFBuilder.Value.elements(
                type: type, count: 20, Array("2010:05:06 07:08:09\0".utf8))
            let facts = facts(main: [(0x010F, value), (0x0110, value)], exif: [(0x9003, date)])
            #expect(facts?.make == "Nokia" && facts?.model == "Nokia", "\(type)")
            #expect(facts?.taken?.time.description == "2010-05-06T07:08:09", "\(type)")
        }
        let shorts = TIFFBuilder.Value.elements(type: 3, count: 1, [0x30, 0x30])
        #expect(facts(main: [(0x010F, shorts)])?.make == nil)
    }

    /// The elements of 36, 48 and 14.54 in some types, as bytes with their number.
    private static let degrees: [(type: Int, count: Int, bytes: [UInt8])] = [
        (5, 3, [36, 1, 48, 1, 1_454, 100].flatMap { bigEndian($0, 4) }),
        (10, 3, [36, 1, 48, 1, 1_454, 100].flatMap { bigEndian($0, 4) }),
        (10, 3, [-36, 1, 48, 1, -1_454, -100].flatMap { bigEndian($0, 4) }),
        (10, 3, [-36, 1, -48, 1, -1_454, 100].flatMap { bigEndian($0, 4) }),
        (5, 2, [36, 1, 48_242_333, 1_000_000].flatMap { bigEndian($0, 4) }),
        (5, 3, [36, 1, 48_242_333, 1_000_000, 0, 0].flatMap { bigEndian($0, 4) }),
        (12, 1, bigEndian(Int(36.804_038_9.bitPattern), 8)),
    ]

    @Test func aPlaceMayHaveAnyNumericType() throws {
        for (type, count, bytes) in Self.degrees {
            let value = TIFFBuilder.Value.elements(type: type, count: count, bytes)
            let place = facts(gps: [
                (1, .ascii("S")), (2, value), (3, .ascii("W")), (4, value),
            ])?.place
            let found = try #require(place, "\(type) \(count)")
            #expect(abs(found.latitude + 36.804_038_9) < 1e-6, "\(type) \(count)")
            #expect(abs(found.longitude + 36.804_038_9) < 1e-6, "\(type) \(count)")
        }
    }

    @Test func aPlaceAsATextOrWithoutADenominatorIsMissing() {
        let text = TIFFBuilder.Value.ascii("52,00000,50,00000,34,01180")
        let zero = TIFFBuilder.Value.rational([(36, 1), (48, 0), (0, 1)])
        for value in [text, zero] {
            let entries: Entries = [
                (1, .ascii("N")), (2, value), (3, .ascii("E")), (4, value),
            ]
            #expect(facts(gps: entries)?.place == nil)
        }
    }

    /// The direction stands in the entry, or as a longer text elsewhere.
    @Test(arguments: ["S", "s", "South", "SOUTH LATITUDE"])
    func aDirectionMayBeAWord(south: String) throws {
        let value = TIFFBuilder.Value.rational([(36, 1), (0, 1), (0, 1)])
        let place = facts(gps: [
            (1, .ascii(south)), (2, value), (3, .ascii("East Longitude")), (4, value),
        ])?.place
        #expect(place == MediaPlace(latitude: -36, longitude: 36))
    }
}
