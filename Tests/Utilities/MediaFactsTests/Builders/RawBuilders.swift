/// Builds raw photos and pictures of other formats, without their data.
enum RawBuilders {
    /// A RAF with a photo of 4,896 x 3,264 pixels, and EXIF in a smaller JPEG file.
    static func fuji() -> [UInt8] {
        let preview = JPEGBuilder.bytes(exif: SampleEXIF.bytes(), width: 1_920, height: 1_280)
        let table =
            bigEndian(2, 4) + bigEndian(0x0110, 2) + bigEndian(4, 2) + bigEndian(0, 4)
            + bigEndian(0x0111, 2) + bigEndian(4, 2) + bigEndian(3_264, 2) + bigEndian(4_896, 2)
        let head = Array("FUJIFILMCCD-RAW 0201FF393101X-T2".utf8)
        return head + Array(repeating: 0, count: 84 - head.count)
            + [148, preview.count, 148 + preview.count, table.count].flatMap { bigEndian($0, 4) }
            + Array(repeating: 0, count: 48) + preview + table
    }

    /// An RW2, which states the borders of the picture on its sensor.
    static let panasonic = TIFFBuilder(
        isLittleEndian: true, version: 0x55,
        directories: [
            .init([
                (2, .short(5_488)), (3, .short(3_904)), (4, .short(4)), (5, .short(8)),
                (6, .short(3_904)), (7, .short(5_200)), (0x010F, .ascii("Panasonic")),
                (0x0110, .ascii("DMC-GX8")), (0x0112, .short(1)),
            ])
        ]
    ).bytes

    /// An older CR2, whose first directory has a preview.
    static let canon = {
        var directory = TIFFBuilder.Directory([
            (0x0100, .short(1_536)), (0x0101, .short(1_024)), (0x010F, .ascii("Canon")),
            (0x0110, .ascii("Canon EOS 350D")), (0x0111, .long(8)), (0x8769, .directory(1)),
        ])
        let exif = TIFFBuilder.Directory([
            (0x9003, .ascii("2010:05:06 07:08:09")), (0xA002, .short(3_456)),
            (0xA003, .short(2_304)),
        ])
        var bytes = TIFFBuilder(
            isLittleEndian: true, start: 16, directories: [directory, exif]
        ).bytes
        bytes.replaceSubrange(8..<12, with: [0x43, 0x52, 2, 0])
        return bytes
    }()

    /// A BigTIFF of a directory with the size and the maker.
    static let bigTIFF = {
        let size = [(0x0100, 300), (0x0101, 200)].flatMap { tag, value in
            bigEndian(tag, 2) + bigEndian(3, 2) + bigEndian(1, 8) + bigEndian(value, 2)
                + bigEndian(0, 6)
        }
        let make = bigEndian(0x010F, 2) + bigEndian(2, 2) + bigEndian(12, 8) + bigEndian(112, 8)
        let data = bigEndian(0x0111, 2) + bigEndian(3, 2) + bigEndian(1, 8) + bigEndian(8, 8)
        return Array("MM".utf8) + bigEndian(43, 2) + bigEndian(8, 2) + bigEndian(0, 2)
            + bigEndian(16, 8) + bigEndian(4, 8) + size + make + data + bigEndian(0, 8)
            + Array("Large Maker\0".utf8)
    }()

    /// A codestream in boxes; its size is 300 x 200, without a ratio.
    static func jpegXL(exif: [UInt8]) -> [UInt8] {
        // From the least significant bit: no small size, 199 and 299 in 9 bits, and a ratio of 0.
        let bits = 199 << 3 | 299 << 17
        return box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
            + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + box("Exif", bigEndian(0, 4), exif)
            + box("jxlc", [0xFF, 0x0A], littleEndian(bits, 8), [0, 0])
    }
}
