/// EXIF data with all facts that are read from it.
enum SampleEXIF {
    static let identifier = "0C8B0F4E-9C2B-4A1E-8F0D-5D2A6B7C8D9E"
    /// The smallest JPEG file that is not empty.
    static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 1, 0xFF, 0xD9]

    /// The data in one of the two orders of bytes.
    static func bytes(isLittleEndian: Bool = false, orientation: Int = 6) -> [UInt8] {
        TIFFBuilder(
            isLittleEndian: isLittleEndian,
            directories: [
                .init(
                    [
                        (0x010F, .ascii("Apple")), (0x0110, .ascii("iPhone 15 Pro")),
                        (0x0112, .short(orientation)), (0x8769, .directory(1)),
                        (0x8825, .directory(2)),
                    ], next: 3),
                .init([
                    (0x9003, .ascii("2024:02:29 23:58:07")),
                    (0x9004, .ascii("2024:03:01 00:00:00")),
                    (0x9011, .ascii("+05:30")), (0x927C, .undefined(appleNote)),
                    (0x9291, .ascii("125")), (0xA002, .long(4032)), (0xA003, .long(3024)),
                ]),
                .init([
                    (1, .ascii("S")), (2, .rational([(33, 1), (51, 1), (2525, 100)])),
                    (3, .ascii("E")), (4, .rational([(151, 1), (12, 1), (3060, 100)])),
                ]),
                .init([
                    (0x0103, .short(6)), (0x0201, .data(thumbnail)),
                    (0x0202, .long(thumbnail.count)),
                ]),
            ]
        ).bytes
    }

    /// A maker note of Apple, whose positions count from its own beginning.
    static let appleNote: [UInt8] =
        Array("Apple iOS\0\0\u{1}MM".utf8) + bigEndian(2, 2)
        + bigEndian(1, 2) + bigEndian(9, 2) + bigEndian(1, 4) + bigEndian(14, 4)
        + bigEndian(17, 2) + bigEndian(2, 2) + bigEndian(37, 4) + bigEndian(44, 4)
        + bigEndian(0, 4) + Array(identifier.utf8) + [0]
}
