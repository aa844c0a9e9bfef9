/// The order of the bytes in a TIFF structure, and the position of its first directory.
struct TIFFOrder {
    let isLittleEndian: Bool
    let firstDirectory: Int64?

    /// The numbers after the mark of the order: TIFF and DNG, ORF (two forms), and RW2.
    private static let versions: Set<Int> = [42, 0x4F52, 0x5352, 0x55]

    /// Reads the first eight bytes; `nil` if they are not those of a TIFF structure.
    init?(_ head: Fields) {
        guard head.matches("II") || head.matches("MM") else { return nil }
        isLittleEndian = head.matches("II")
        var head = head
        head.isLittleEndian = isLittleEndian
        guard let version = head.uint16(2), Self.versions.contains(version) else { return nil }
        firstDirectory = head.uint32(4)
    }
}

/// An entry of a TIFF directory, whose value is read when it is needed.
struct TIFFEntry {
    /// The type of the elements of a value; TIFF 6.0, section 2.
    enum ElementType: Int {
        case byte = 1, ascii, short, long, rational
        case undefined = 7
        case signedLong = 9
        case signedRational = 10
        case directory = 13

        var width: Int64 {
            switch self {
            case .byte, .ascii, .undefined: 1
            case .short: 2
            case .long, .signedLong, .directory: 4
            case .rational, .signedRational: 8
            }
        }
    }

    let tag: Int
    let type: ElementType
    let count: Int64
    /// The four bytes that contain a short value, or the position of a longer one.
    let field: Fields

    /// Reads an entry of 12 bytes; `nil` if its type is unknown, or its length impossible.
    init?(_ bytes: Fields, at offset: Int) {
        guard let tag = bytes.uint16(offset),
            let type = bytes.uint16(offset + 2).flatMap(ElementType.init),
            let count = bytes.uint32(offset + 4), count > 0, offset + 12 <= bytes.count
        else { return nil }
        self.tag = tag
        self.type = type
        self.count = count
        field = Fields(
            Array(bytes.bytes[offset + 8..<offset + 12]), isLittleEndian: bytes.isLittleEndian)
    }

    /// The length of the value: at most 2^35, since the count has 32 bits.
    var length: Int64 { count * type.width }

    /// A number that is stored in the entry itself.
    var number: Int64? {
        switch type {
        case .byte, .undefined: field.uint8(0).map { Int64($0) }
        case .short: field.uint16(0).map { Int64($0) }
        case .long, .directory: field.uint32(0)
        default: nil
        }
    }
}

/// The role of a TIFF directory.
enum TIFFRole {
    case main, thumbnail, exif, gps, picture
}
