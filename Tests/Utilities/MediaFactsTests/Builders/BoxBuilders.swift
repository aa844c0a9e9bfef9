/// Builds a box of the ISO base media file format.
func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap(\.self)
    return bigEndian(body.count + 8, 4) + type.unicodeScalars.map { UInt8($0.value) } + body
}

/// Builds MOV files.
enum MovieBuilder {
    struct Facts {
        var created = 0
        var keys: [(key: String, value: String)] = []
        /// Texts of QuickTime, such as `©xyz`.
        var texts: [(type: String, value: String)] = []
        var matrix = [1, 0, 0, 1]
        var hasLongTimes = false
        /// The bytes of the movie before the box `moov`.
        var data: [UInt8] = [1, 2, 3]
        /// The length in units of a 600th of a second.
        var duration = 1_500
        /// The coded size and the proportions of a pixel.
        var pixels: (width: Int, height: Int, aspect: (Int, Int))?
        /// Boxes behind those of the tracks.
        var others: [UInt8] = []
        /// Boxes of user data behind the texts.
        var userData: [UInt8] = []
    }

    static func bytes(_ facts: Facts) -> [UInt8] {
        box("ftyp", Array("qt  ".utf8), bigEndian(0, 4), Array("qt  ".utf8))
            + box("wide") + box("mdat", facts.data) + movie(facts)
    }

    /// The box `moov`.
    static func movie(_ facts: Facts) -> [UInt8] {
        let width = facts.hasLongTimes ? 8 : 4
        let version: [UInt8] = [facts.hasLongTimes ? 1 : 0, 0, 0, 0]
        let created = bigEndian(facts.created, width)
        let header =
            version + created + created + bigEndian(600, 4) + bigEndian(facts.duration, width)
            + bigEndian(0x1_0000, 4) + Array(repeating: 0, count: 76)
        let one = facts.matrix.map { bigEndian($0 * 0x1_0000, 4) }
        let zero = bigEndian(0, 4)
        let matrix =
            one[0] + one[1] + zero + one[2] + one[3] + zero + zero + zero
            + bigEndian(0x4000_0000, 4)
        let track =
            version + created + created + bigEndian(1, 4) + zero + bigEndian(facts.duration, width)
            + Array(repeating: 0, count: 16) + matrix + bigEndian(1920 << 16, 4)
            + bigEndian(1080 << 16, 4)
        let handler = box(
            "hdlr", bigEndian(0, 4), Array("mhlrvide".utf8), Array(repeating: 0, count: 13))
        let times = version + created + created + bigEndian(600, 4) + bigEndian(0, width + 4)
        let userData = facts.texts.flatMap(text) + facts.userData
        return box(
            "moov", box("mvhd", header),
            box(
                "trak", box("tkhd", track),
                box("mdia", box("mdhd", times), handler, facts.pixels.map(table) ?? [])),
            facts.others, userData.isEmpty ? [] : box("udta", userData),
            facts.keys.isEmpty ? [] : metadata(facts.keys))
    }

    /// The tables of a track, with the description of its samples alone.
    private static func table(_ pixels: (width: Int, height: Int, aspect: (Int, Int))) -> [UInt8] {
        let entry = box(
            "avc1", Array(repeating: 0, count: 24), bigEndian(pixels.width, 2),
            bigEndian(pixels.height, 2), Array(repeating: 0, count: 50),
            box("pasp", bigEndian(pixels.aspect.0, 4), bigEndian(pixels.aspect.1, 4)))
        return box(
            "minf", box("stbl", box("stsd", bigEndian(0, 4), bigEndian(1, 4), entry)))
    }

    /// A movie whose samples are in fragments, each of two samples of a tenth of a second.
    static func fragmented(_ count: Int, others: [UInt8] = []) -> [UInt8] {
        let defaults = box("trex", bigEndian(0, 4), [1, 1, 60, 0, 0].flatMap { bigEndian($0, 4) })
        let facts = Facts(duration: 0, others: box("mvex", others, defaults))
        let fragment = box(
            "moof", box("mfhd", bigEndian(0, 8)),
            box(
                "traf", box("tfhd", bigEndian(0, 4), bigEndian(1, 4)),
                box("trun", bigEndian(0, 4), bigEndian(2, 4))))
        return box("ftyp", Array("iso5".utf8), bigEndian(0, 4)) + movie(facts)
            + (0..<count).flatMap { _ in fragment + box("mdat", [1, 2]) }
    }

    private static func text(_ text: (type: String, value: String)) -> [UInt8] {
        box(
            text.type, bigEndian(text.value.utf8.count, 2), bigEndian(0x15C7, 2),
            Array(text.value.utf8))
    }

    private static func metadata(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        let keys = pairs.flatMap { box("mdta", Array("com.apple.quicktime.\($0.key)".utf8)) }
        let values = pairs.enumerated().flatMap { index, pair in
            let data = box("data", bigEndian(1, 4), bigEndian(0, 4), Array(pair.value.utf8))
            return bigEndian(data.count + 8, 4) + bigEndian(index + 1, 4) + data
        }
        return box(
            "meta",
            box("hdlr", bigEndian(0, 8), Array("mdta".utf8), Array(repeating: 0, count: 14)),
            box("keys", bigEndian(0, 4), bigEndian(pairs.count, 4), keys), box("ilst", values))
    }
}

/// Builds HEIC files without a coded picture.
enum HEIFBuilder {
    static func bytes(
        exif: [UInt8], xmp: String? = nil, brand: String = "heic", compatible: String = "mif1",
        rotation: UInt8? = 3
    ) -> [UInt8] {
        let exifItem = bigEndian(6, 4) + Array("Exif\0\0".utf8) + exif
        let xmpItem = Array((xmp ?? "").utf8)
        let file = box("ftyp", Array(brand.utf8), bigEndian(0, 4), Array(compatible.utf8))
        // The length of the box does not depend on the positions in it.
        let length = meta([0, 0, 0], exifItem.count, xmpItem.count, rotation).count
        let start = file.count + length + 8
        let positions = [start, start + 4, start + 4 + exifItem.count]
        return file + meta(positions, exifItem.count, xmpItem.count, rotation)
            + box("mdat", [0, 0, 0, 0], exifItem, xmpItem)
    }

    private static func meta(
        _ positions: [Int], _ exif: Int, _ xmp: Int, _ rotation: UInt8?
    ) -> [UInt8] {
        func info(_ item: Int, _ type: String, _ rest: String = "\0") -> [UInt8] {
            box("infe", [2, 0, 0, 0], bigEndian(item, 2), [0, 0], Array((type + rest).utf8))
        }
        func location(_ item: Int, _ position: Int, _ length: Int) -> [UInt8] {
            bigEndian(item, 2) + bigEndian(0, 2) + bigEndian(1, 2) + bigEndian(position, 4)
                + bigEndian(length, 4)
        }
        let properties =
            box("ispe", bigEndian(0, 4), bigEndian(4032, 4), bigEndian(3024, 4))
            + (rotation.map { box("irot", [$0]) } ?? [])
        let associations: [UInt8] = rotation == nil ? [1, 0x81] : [2, 0x81, 0x82]
        return box(
            "meta", bigEndian(0, 4),
            box("hdlr", bigEndian(0, 8), Array("pict".utf8), Array(repeating: 0, count: 13)),
            box("pitm", bigEndian(0, 4), bigEndian(1, 2)),
            box(
                "iloc", bigEndian(0, 4), [0x44, 0x00], bigEndian(3, 2),
                location(1, positions[0], 4), location(2, positions[1], exif),
                location(3, positions[2], xmp)),
            box(
                "iinf", bigEndian(0, 4), bigEndian(3, 2), info(1, "hvc1"), info(2, "Exif"),
                info(3, "mime", "\0application/rdf+xml\0")),
            box(
                "iprp", box("ipco", properties),
                box("ipma", bigEndian(0, 4), bigEndian(1, 4), bigEndian(1, 2), associations)))
    }
}

/// Builds CR3 files without a coded picture.
enum CanonRawBuilder {
    /// A file without facts.
    static let empty = box("ftyp", Array("crx ".utf8), bigEndian(1, 4), Array("crx isom".utf8))

    static func bytes() -> [UInt8] {
        let name: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B,
            0x6A, 0x48,
        ]
        func tiff(_ entries: [(tag: Int, value: TIFFBuilder.Value)]) -> [UInt8] {
            TIFFBuilder(isLittleEndian: true, directories: [.init(entries)]).bytes
        }
        let main = tiff([
            (0x0100, .long(6000)), (0x0101, .long(4000)), (0x010F, .ascii("Canon")),
            (0x0110, .ascii("Canon EOS R6")), (0x0112, .short(8)),
        ])
        let exif = tiff([
            (0x9003, .ascii("2022:10:11 12:13:14")), (0x9011, .ascii("-08:00")),
            (0xA002, .long(6000)), (0xA003, .long(4000)),
        ])
        let place = tiff([
            (1, .ascii("N")), (2, .rational([(37, 1), (30, 1), (0, 1)])),
            (3, .ascii("W")), (4, .rational([(122, 1), (15, 1), (0, 1)])),
        ])
        return empty
            + box(
                "moov",
                box("uuid", name, box("CMT1", main), box("CMT2", exif), box("CMT4", place)))
    }
}
