/// WebP (RFC 9649), with EXIF and XMP in chunks.
extension FactReader {
    /// Reads the chunks of a WebP file.
    mutating func readWebP() {
        let whole = reader.whole
        var position: Int64 = 12
        for _ in 0..<FactLimits.parts {
            guard var head = reader.bytes(at: position, count: 8, in: whole) else { return }
            head.isLittleEndian = true
            guard let length = head.uint32(4),
                let body = whole.part(at: position + 8, count: length)
            else { return }
            if head.matches("EXIF") {
                readEXIF(in: body)
            } else if head.matches("XMP ") {
                readXMP(in: body)
            } else if head.matches("VP8"), facts.storedSize == nil {
                facts.storedSize = webPSize(head, body)
            }
            position += 8 + length + length % 2
        }
    }

    /// The size in one of the chunks `VP8X`, `VP8L` and `VP8 `.
    private mutating func webPSize(_ head: Fields, _ body: Range<Int64>) -> PixelSize? {
        guard var fields = reader.bytes(at: 0, count: 10, in: body) else { return nil }
        fields.isLittleEndian = true
        func size(_ width: Int, _ height: Int) -> PixelSize? {
            PixelSize(Int64(width), Int64(height))
        }
        if head.matches("VP8X"), let width = fields.number(4, 3), let height = fields.number(7, 3) {
            return size(Int(width) + 1, Int(height) + 1)
        }
        if head.matches("VP8L"), fields.uint8(0) == 0x2F, let bits = fields.uint32(1) {
            return size(Int(bits & 0x3FFF) + 1, Int(bits >> 14 & 0x3FFF) + 1)
        }
        if head.matches("VP8 "), fields.number(3, 3) == 0x2A_019D,
            let width = fields.uint16(6), let height = fields.uint16(8)
        {
            return size(width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}
