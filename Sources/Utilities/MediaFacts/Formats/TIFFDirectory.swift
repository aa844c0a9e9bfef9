/// The head of a TIFF structure: the order of its bytes, its kind, and its first directory.
struct TIFFHead {
    /// The variants of TIFF, by the number after the mark of the order.
    enum Kind: Int {
        case plain = 42
        /// BigTIFF, whose counts and positions have eight bytes.
        case big = 43
        case olympus = 0x4F52
        case olympusSigned = 0x5352
        case panasonic = 0x55
    }

    let isLittleEndian: Bool
    let kind: Kind
    let firstDirectory: Int64?

    /// The number of bytes to read.
    static let length: Int64 = 16

    /// Reads the first bytes, at least 8; `nil` if they are not those of a TIFF structure.
    init?(_ head: Fields) {
        guard head.matches("II") || head.matches("MM") else { return nil }
        isLittleEndian = head.matches("II")
        var head = head
        head.isLittleEndian = isLittleEndian
        guard let kind = head.uint16(2).flatMap(Kind.init) else { return nil }
        self.kind = kind
        firstDirectory =
            kind == .big
            ? head.number(8, 8).flatMap { Int64(exactly: $0) } : head.uint32(4)
    }

    /// Creates the head that a directory without one has.
    init(isLittleEndian: Bool) {
        (self.isLittleEndian, kind, firstDirectory) = (isLittleEndian, .plain, nil)
    }

    /// The widths of the count of a directory, and of the counts and positions in an entry.
    var widths: (count: Int, field: Int) { kind == .big ? (8, 8) : (2, 4) }
}

/// An entry of a TIFF directory, whose value is read when it is needed.
struct TIFFEntry {
    /// The type of the elements of a value: TIFF 6.0, section 2; BigTIFF; EXIF 3.0 for UTF-8.
    enum ElementType: Int {
        case byte = 1, ascii, short, long, rational
        case signedByte, undefined, signedShort, signedLong, signedRational
        case float, double, directory
        case long8 = 16
        case signedLong8, directory8
        case utf8 = 129

        var width: Int64 {
            switch self {
            case .byte, .ascii, .signedByte, .undefined, .utf8: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }

        var isSigned: Bool {
            switch self {
            case .signedByte, .signedShort, .signedLong, .signedRational, .signedLong8: true
            default: false
            }
        }
    }

    let tag: Int
    let type: ElementType
    let count: Int64
    /// The bytes that contain a short value, or the position of a longer one.
    let field: Fields

    /// Reads an entry; `nil` if its type is unknown, or its length impossible.
    init?(_ bytes: Fields, at offset: Int, fieldWidth: Int) {
        let start = offset + 4 + fieldWidth
        guard let tag = bytes.uint16(offset),
            let type = bytes.uint16(offset + 2).flatMap(ElementType.init),
            let count = bytes.number(offset + 4, fieldWidth), (1...1 << 32).contains(count),
            start + fieldWidth <= bytes.count
        else { return nil }
        self.tag = tag
        self.type = type
        self.count = Int64(count)
        field = Fields(
            Array(bytes.bytes[start..<start + fieldWidth]), isLittleEndian: bytes.isLittleEndian)
    }

    /// The length of the value: at most 2^35.
    var length: Int64 { count * type.width }

    /// The value, if it is short enough for the entry itself.
    var inlineValue: TIFFValue? {
        guard length <= Int64(field.count) else { return nil }
        let bytes = Array(field.bytes.prefix(Int(length)))
        return TIFFValue(type: type, fields: Fields(bytes, isLittleEndian: field.isLittleEndian))
    }

    /// The position of a value that is not in the entry.
    var position: Int64? { field.number(0, field.count).flatMap { Int64(exactly: $0) } }
}

/// The value of an entry: its elements, in any of the types.
struct TIFFValue {
    let type: TIFFEntry.ElementType
    let fields: Fields

    /// The number of elements.
    var count: Int { fields.count / Int(type.width) }

    /// An element as a whole number; `nil` if it has a fraction.
    func integer(_ index: Int = 0) -> Int64? {
        switch type {
        case .rational, .signedRational, .float, .double, .ascii, .utf8:
            return real(index).flatMap { Int64(exactly: $0) }
        default: return number(index * Int(type.width), Int(type.width))
        }
    }

    /// An element as a number; `nil` for a denominator of zero, and for infinity.
    func real(_ index: Int) -> Double? {
        let start = index * Int(type.width)
        let value: Double? =
            switch type {
            case .rational, .signedRational:
                number(start, 4).flatMap { above in
                    number(start + 4, 4).map { Double(above) / Double($0) }
                }
            case .ascii, .utf8: nil
            case .float:
                fields.uint32(start).map {
                    Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
                }
            case .double: fields.number(start, 8).map { Double(bitPattern: $0) }
            default: number(start, Int(type.width)).map(Double.init)
            }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether an element is the fraction 0/0, which means an unknown number.
    func isIndefinite(_ index: Int) -> Bool {
        (type == .rational || type == .signedRational) && fields.number(index * 8, 8) == 0
    }

    /// The value as a text; `nil` if its elements are not bytes.
    var text: String? { type.width == 1 ? fields.text() : nil }

    private func number(_ offset: Int, _ width: Int) -> Int64? {
        guard let number = fields.number(offset, width) else { return nil }
        guard type.isSigned else { return Int64(exactly: number) }
        let unused = UInt64(64 - width * 8)
        return Int64(bitPattern: number << unused) >> Int64(unused)
    }
}
