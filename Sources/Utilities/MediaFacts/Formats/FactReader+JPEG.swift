/// JPEG (ITU-T T.81, annex B), with EXIF and XMP in segments APP1.
extension FactReader {
    private static let exif: StaticString = "Exif\0"
    /// The mark behind its first four bytes, which some programs do not write as they are.
    private static let xmp: StaticString = "://ns.adobe.com/xap/1.0/\0"

    /// Reads the segments before the data of the picture.
    mutating func readJPEG(in file: Range<Int64>) {
        var position: Int64 = 2
        var hasEXIF = false
        var junk = FactLimits.junk
        for _ in 0..<FactLimits.parts {
            guard let head = reader.bytes(at: position, count: 2, in: file),
                let marker = head.uint8(1)
            else { return }
            if head.uint8(0) != 0xFF || marker == 0 {
                // Decoders skip what is not a marker.
                guard let next = nextMarker(behind: position, in: file, &junk) else { return }
                position = next
                continue
            }
            switch marker {
            case 0xFF:  // a fill byte
                position += 1
                continue
            case 0x01, 0xD0...0xD8:  // markers without a segment
                position += 2
                continue
            case 0xDA, 0xD9: return  // The data of the picture begins, or the file ends.
            default: break
            }
            guard let length = reader.bytes(at: position + 2, count: 2, in: file)?.uint16(0),
                length >= 2, let body = file.part(at: position + 4, count: Int64(length - 2))
            else { return }
            switch marker {
            case 0xE1 where !hasEXIF && begins(body, Self.exif): hasEXIF = readEXIF(in: body)
            case 0xE1: withoutMark(body).map { readXMP(in: $0) }
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                readFrame(body)
            default: break
            }
            position += 2 + Int64(length)
        }
    }

    /// The XMP packet behind the mark that precedes it in a segment; `nil` without the mark.
    mutating func withoutMark(_ body: Range<Int64>) -> Range<Int64>? {
        body.rest(from: 4).flatMap { begins($0, Self.xmp) ? $0.rest(from: 25) : nil }
    }

    private mutating func nextMarker(
        behind position: Int64, in file: Range<Int64>, _ junk: inout Int
    ) -> Int64? {
        var position = position + 1
        while junk > 0 {
            let rest = file.upperBound - file.lowerBound - position
            guard
                let bytes = reader.bytes(at: position, count: Int(min(rest, 256)), in: file)?.bytes,
                !bytes.isEmpty
            else { return nil }
            if let index = bytes.firstIndex(of: 0xFF) { return position + Int64(index) }
            position += Int64(bytes.count)
            junk -= bytes.count
        }
        return nil
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
