/// PNG (ISO/IEC 15948): EXIF and XMP in chunks of their own, or in texts.
extension FactReader {
    /// Reads the chunks of a PNG file.
    mutating func readPNG() {
        let whole = reader.whole
        var position: Int64 = 8
        for _ in 0..<FactLimits.parts {
            guard let head = reader.bytes(at: position, count: 8, in: whole),
                let length = head.uint32(0),
                let body = whole.part(at: position + 8, count: length)
            else { return }
            if head.matches("IHDR", at: 4), let size = reader.bytes(at: 0, count: 8, in: body) {
                facts.storedSize = PixelSize(size.uint32(0), size.uint32(4))
            } else if head.matches("eXIf", at: 4) {
                readEXIF(in: body)
            } else if let kind = TextChunk.allCases.first(where: { head.matches($0.name, at: 4) }) {
                readText(kind, body)
            } else if head.matches("IEND", at: 4) {
                return
            }
            position += 12 + length
        }
    }

    /// The chunks with a keyword and a text.
    private enum TextChunk: CaseIterable {
        case plain, compressed, international

        var name: StaticString {
            switch self {
            case .plain: "tEXt"
            case .compressed: "zTXt"
            case .international: "iTXt"
            }
        }
    }

    /// The contents that a text can have.
    private enum Profile {
        /// EXIF or XMP in hexadecimal digits, the form of ImageMagick and of ExifTool.
        case exif, xmp
        /// An XMP packet as it is (ISO 16684-3).
        case packet

        static let keywords: [String: Profile] = [
            "Raw profile type exif": .exif, "Raw profile type APP1": .exif,
            "Raw profile type xmp": .xmp, "XML:com.adobe.xmp": .packet,
        ]
    }

    private mutating func readText(_ chunk: TextChunk, _ body: Range<Int64>) {
        let length = body.upperBound - body.lowerBound
        // The keyword has at most 79 bytes.
        guard length <= Int64(FactLimits.profile),
            let head = reader.bytes(at: 0, count: Int(min(length, 80)), in: body),
            let end = head.bytes.firstIndex(of: 0),
            let profile = Profile.keywords[String(decoding: head.bytes[..<end], as: UTF8.self)],
            let bytes = reader.bytes(body)?.bytes
        else { return }
        var content = bytes[(end + 1)...]
        var isCompressed = chunk == .compressed
        if chunk == .international {
            // Its flag and method of compression, and its language and translated keyword.
            isCompressed = content.first == 1
            let parts = content.dropFirst(2)
                .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return }
            content = parts[2]
        } else if isCompressed {
            content = content.dropFirst()
        }
        let text =
            isCompressed ? Inflate.zlib(Array(content), limit: FactLimits.profile) : Array(content)
        reading(decoded: profile == .packet ? text : Self.profile(in: text)) { inner in
            let whole = inner.reader.whole
            if profile == .exif, inner.readEXIF(in: whole) { return }
            inner.readXMP(in: inner.withoutMark(whole) ?? whole)
        }
    }

    /// The bytes of a raw profile: its name and its length, each on a line, and its digits.
    private static func profile(in text: [UInt8]) -> [UInt8] {
        let lines = text.drop { $0 == 0x0A }.split(separator: 0x0A, maxSplits: 2)
        guard lines.count == 3 else { return [] }
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in lines[2] where byte > 0x20 {
            guard let digit = hexadecimal(byte) else { break }
            if let first = high { bytes.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        return bytes
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x57
        case 0x41...0x46: byte - 0x37
        default: nil
        }
    }
}
