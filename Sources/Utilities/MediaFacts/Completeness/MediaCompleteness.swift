/// Whether a picture or video has all of its parts, by the structure of its format.
package enum MediaCompleteness: Sendable {
    /// The structure ends within the file; bytes after it are allowed.
    case complete
    /// A part is missing, or the bytes are not those of a format that the name states.
    case incomplete
    /// The structure of the format does not tell it, or is not read.
    case unknown

    /// Reads the structure of a file, and not its pictures.
    ///
    /// - Parameters:
    ///   - source: the file; of a JPEG, all bytes may be read.
    ///   - name: the name of the file, whose extension states the format.
    package init(of source: some ByteSource, named name: String) {
        var reader = CompletenessReader(source)
        self = reader.read() ?? (Self.isChecked(name) ? .incomplete : .unknown)
    }

    init(_ isComplete: Bool?) {
        self =
            switch isComplete {
            case true?: .complete
            case false?: .incomplete
            case nil: .unknown
            }
    }

    /// The extensions of the formats whose structure is read.
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "png", "gif", "bmp", "webp", "avi", "heic", "heif", "avif", "tif", "tiff",
        "dng", "cr2", "cr3", "nef", "arw", "orf", "rw2", "pef", "srw", "mp4", "m4v", "mov", "3gp",
        "3g2",
    ]

    private static func isChecked(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let end = String(decoding: name.utf8[dot...].dropFirst(), as: UTF8.self)
        return extensions.contains(end.lowercased())
    }
}

/// Reads the structure of a file up to its end; the formats are extensions.
///
/// No function calls itself, and each loop has a limit.
struct CompletenessReader {
    /// The number of parts of a file that are examined.
    static let limit = 1 << 20
    private static let window = 4 << 10

    let source: any ByteSource
    private var bytes: [UInt8] = []
    private var start: Int64 = 0

    init(_ source: some ByteSource) { self.source = source }

    /// Reads the structure; `nil` if the format is not recognized by its first bytes.
    mutating func read() -> MediaCompleteness? {
        guard source.length > 0 else { return .incomplete }
        guard let head = fields(at: 0, Int(min(12, source.length))) else { return .unknown }
        if head.number(0, 3) == 0xFF_D8FF { return .init(hasWholeJPEG()) }
        if head.number(0, 8) == 0x8950_4E47_0D0A_1A0A { return .init(hasWholePNG()) }
        if head.matches("GIF8") { return .init(hasWholeGIF()) }
        if head.matches("RIFF") || head.matches("BM") { return .init(hasStatedLength(head)) }
        if let order = TIFFHead(head) {
            return order.kind == .big ? .unknown : .init(hasWholeTIFF(order))
        }
        if Self.firstBoxes.contains(where: { head.matches($0, at: 4) }) {
            return .init(hasWholeBoxes())
        }
        return nil
    }

    /// The bytes at a position; `nil` if they are not all inside the file.
    mutating func fields(at offset: Int64, _ count: Int) -> Fields? {
        guard offset >= 0, offset <= source.length - Int64(count) else { return nil }
        if offset < start || offset + Int64(count) > start + Int64(bytes.count) {
            let wanted = min(Int64(max(count, Self.window)), source.length - offset)
            var read = [UInt8](repeating: 0, count: Int(wanted))
            let found = read.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
            bytes = Array(read.prefix(max(0, found)))
            start = offset
            guard count <= bytes.count else { return nil }
        }
        let first = Int(offset - start)
        return Fields(Array(bytes[first..<first + count]))
    }

    mutating func byte(at offset: Int64) -> Int? { fields(at: offset, 1)?.uint8(0) }
}

/// Formats whose head states the length of the file, and chunks.
extension CompletenessReader {
    /// The first boxes of pictures and movies in the ISO base media file format, and of QuickTime.
    private static let firstBoxes: [StaticString] = [
        "ftyp", "moov", "mdat", "wide", "free", "skip", "pnot",
    ]

    /// RIFF (WebP, AVI) and BMP; a length of 0 is one that the writer did not know.
    private func hasStatedLength(_ head: Fields) -> Bool? {
        var head = head
        head.isLittleEndian = true
        let isRIFF = head.matches("RIFF")
        guard let stated = head.uint32(isRIFF ? 4 : 2) else { return false }
        guard stated > 0, stated < 0xFFFF_FFFF else { return nil }
        return stated + (isRIFF ? 8 : 0) <= source.length
    }

    /// PNG: the chunks up to IEND.
    private mutating func hasWholePNG() -> Bool {
        var position: Int64 = 8
        for _ in 0..<Self.limit {
            guard let head = fields(at: position, 8), let length = head.uint32(0) else {
                return false
            }
            position += 12 + length
            if head.matches("IEND", at: 4) { return position <= source.length }
        }
        return false
    }

    /// GIF: the blocks up to the trailer.
    private mutating func hasWholeGIF() -> Bool {
        func colors(_ flags: Int) -> Int64 { flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1) }
        guard let flags = byte(at: 10) else { return false }
        var position = 13 + colors(flags)
        var isInData = false
        for _ in 0..<Self.limit {
            guard let byte = byte(at: position) else { return false }
            position += 1
            if isInData {
                position += Int64(byte)
                isInData = byte > 0
                continue
            }
            switch byte {
            case 0x3B: return true
            case 0x21: (position, isInData) = (position + 1, true)
            case 0x2C:
                guard let flags = self.byte(at: position + 8) else { return false }
                (position, isInData) = (position + 10 + colors(flags), true)
            case 0: break  // a fill byte of some writers
            default: return false
            }
        }
        return false
    }

    /// ISO base media file format: the boxes, with the index and the data.
    private mutating func hasWholeBoxes() -> Bool {
        var (hasIndex, hasData) = (false, false)
        var position: Int64 = 0
        for _ in 0..<Self.limit {
            guard let head = fields(at: position, 8), let short = head.uint32(0) else { break }
            var length = short
            if short == 1 {
                guard let long = fields(at: position + 8, 8)?.number(0, 8) else { return false }
                length = Int64(clamping: long)
            }
            if short == 0 { length = source.length - position }
            // Other bytes may follow the last box.
            guard length >= 8 else { break }
            guard length <= source.length - position else { return false }
            if head.matches("moov", at: 4) || head.matches("meta", at: 4) { hasIndex = true }
            if head.matches("mdat", at: 4) { hasData = true }
            position += length
        }
        return hasIndex && hasData
    }
}
