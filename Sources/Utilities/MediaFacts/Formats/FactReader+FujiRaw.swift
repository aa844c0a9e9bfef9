/// RAF, the raw format of Fujifilm: a JPEG file with EXIF, and a table of the raw picture.
extension FactReader {
    /// The entry with the size of the picture, its height first.
    private static let croppedSize = 0x0111

    mutating func readFujiRaw() {
        let whole = reader.whole
        guard let head = reader.bytes(at: 84, count: 12, in: whole), let start = head.uint32(0),
            let length = head.uint32(4), let table = head.uint32(8)
        else { return }
        let size = rawSize(in: table)
        if let preview = whole.part(at: start, count: length) { readJPEG(in: preview) }
        facts.storedSize = size ?? facts.storedSize
    }

    private mutating func rawSize(in table: Int64) -> PixelSize? {
        let whole = reader.whole
        guard let count = reader.bytes(at: table, count: 4, in: whole)?.uint32(0) else {
            return nil
        }
        var position = table + 4
        for _ in 0..<min(count, Int64(FactLimits.entries)) {
            guard let entry = reader.bytes(at: position, count: 4, in: whole),
                let tag = entry.uint16(0), let length = entry.uint16(2)
            else { return nil }
            if tag == Self.croppedSize {
                let size = reader.bytes(at: position + 4, count: 4, in: whole)
                return PixelSize(
                    size?.uint16(2).map(Int64.init), size?.uint16(0).map(Int64.init))
            }
            position += 4 + Int64(length)
        }
        return nil
    }
}
