/// JPEG (ITU-T T.81, annex B), with EXIF and XMP in segments APP1.
extension FactReader {
    private static let exif: StaticString = "Exif\0\0"
    private static let xmp: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    /// Reads the segments before the data of the picture.
    mutating func readJPEG() {
        let whole = reader.whole
        var position: Int64 = 2
        var hasEXIF = false
        for _ in 0..<FactLimits.parts {
            guard let head = reader.bytes(at: position, count: 4, in: whole),
                head.uint8(0) == 0xFF, let marker = head.uint8(1), let length = head.uint16(2)
            else { return }
            if marker == 0xFF {  // a fill byte
                position += 1
                continue
            }
            // The data of the picture begins, or the file ends.
            guard marker != 0xDA, marker != 0xD9, length >= 2,
                let body = whole.part(at: position + 4, count: Int64(length - 2))
            else { return }
            switch marker {
            case 0xE1 where begins(body, Self.exif) && !hasEXIF:
                hasEXIF = true
                body.rest(from: 6).map { readTIFF(in: $0) }
            case 0xE1 where begins(body, Self.xmp):
                body.rest(from: 29).map { readXMP(in: $0) }
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                readFrame(body)
            default: break
            }
            position += 2 + Int64(length)
        }
    }

    private mutating func begins(_ body: Range<Int64>, _ text: StaticString) -> Bool {
        reader.bytes(at: 0, count: text.utf8CodeUnitCount, in: body)?.matches(text) ?? false
    }

    private mutating func readFrame(_ body: Range<Int64>) {
        guard let frame = reader.bytes(at: 0, count: 5, in: body) else { return }
        facts.storedSize = PixelSize(
            frame.uint16(3).map { Int64($0) }, frame.uint16(1).map { Int64($0) })
    }
}
