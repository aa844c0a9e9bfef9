/// The facts in the first bytes of a picture file, read without decoding the picture.
package struct PictureHeader: Sendable, Equatable {
    /// The format of the bytes.
    package let format: PictureFormat
    /// The picture's size as stated in the file.
    package let size: PictureSize

    /// Reads the format and the size.
    ///
    /// - Throws: `PictureError` with `unknownFormat` or `damaged`.
    package init(of bytes: [UInt8]) throws(PictureError) {
        guard let format = PictureFormat(of: bytes) else { throw PictureError(.unknownFormat) }
        let size: PictureSize? =
            switch format {
            case .jpeg: Self.jpegSize(bytes)
            case .png: Self.pngSize(bytes)
            case .gif: Self.gifSize(bytes)
            case .webp: Self.webpSize(bytes)
            }
        guard let size, size.width > 0, size.height > 0 else { throw PictureError(.damaged) }
        self.format = format
        self.size = size
    }

    /// The size in the frame header (SOF, ITU-T T.81 B.2.2); the segments before it are skipped.
    private static func jpegSize(_ bytes: [UInt8]) -> PictureSize? {
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return PictureSize(
                    width: bytes.bigEndian16(at: at + 7), height: bytes.bigEndian16(at: at + 5))
            }
            if marker == 0xFF {
                at += 1
            } else {
                at += 2 + bytes.bigEndian16(at: at + 2)
            }
        }
        return nil
    }

    private static func pngSize(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 24 else { return nil }
        return PictureSize(
            width: bytes.bigEndian16(at: 16) << 16 | bytes.bigEndian16(at: 18),
            height: bytes.bigEndian16(at: 20) << 16 | bytes.bigEndian16(at: 22))
    }

    private static func gifSize(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 10 else { return nil }
        return PictureSize(
            width: bytes.littleEndian16(at: 6), height: bytes.littleEndian16(at: 8))
    }

    /// The size, whose position depends on the first chunk's kind (WebP container specification).
    private static func webpSize(_ bytes: [UInt8]) -> PictureSize? {
        guard bytes.count >= 30 else { return nil }
        switch bytes[15] {
        case UInt8(ascii: "X"):
            func field(_ at: Int) -> Int { bytes.littleEndian16(at: at) | Int(bytes[at + 2]) << 16 }
            return PictureSize(width: field(24) + 1, height: field(27) + 1)
        case UInt8(ascii: "L"):
            let bits = bytes.littleEndian16(at: 21) | bytes.littleEndian16(at: 23) << 16
            return PictureSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        default:
            return PictureSize(
                width: bytes.littleEndian16(at: 26) & 0x3FFF,
                height: bytes.littleEndian16(at: 28) & 0x3FFF)
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian16(at offset: Int) -> Int {
        Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    fileprivate func littleEndian16(at offset: Int) -> Int {
        Int(self[offset]) | Int(self[offset + 1]) << 8
    }
}
