/// JPEG XL (ISO/IEC 18181): a codestream, alone or in boxes with EXIF and XMP.
extension FactReader {
    mutating func readJPEGXL() {
        let whole = reader.whole
        if reader.bytes(at: 0, count: 2, in: whole)?.number(0, 2) == 0xFF0A {
            return readCodestream(whole)
        }
        var position: Int64 = 0
        for _ in 0..<FactLimits.parts {
            guard let box = box(at: position, in: whole) else { return }
            switch box.type {
            case "Exif": readEXIFItem(box.body)
            case "xml ": readXMP(in: box.body)
            case "jxlc": readCodestream(box.body)
            // Of parts, the number of the first one precedes the codestream.
            case "jxlp": box.body.rest(from: 4).map { readCodestream($0) }
            default: break
            }
            position = box.end
        }
    }

    /// Reads the size at the beginning of a codestream (part 1, section 9.2).
    private mutating func readCodestream(_ body: Range<Int64>) {
        guard facts.storedSize == nil, var bytes = reader.bytes(at: 0, count: 12, in: body),
            bytes.number(0, 2) == 0xFF0A
        else { return }
        bytes.isLittleEndian = true
        // 80 bits: the longest header has 68.
        var bits = bytes.number(2, 8) ?? 0
        var more = bytes.number(10, 2) ?? 0
        func take(_ count: Int) -> Int64 {
            defer {
                bits = bits >> UInt64(count) | more << UInt64(64 - count)
                more >>= UInt64(count)
            }
            return Int64(bits & (1 << UInt64(count) - 1))
        }
        let isSmall = take(1) == 1
        func side() -> Int64 {
            isSmall ? (take(5) + 1) * 8 : take([9, 13, 18, 30][Int(take(2))]) + 1
        }
        let height = side()
        let ratios: [(Int64, Int64)] = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        let ratio = Int(take(3))
        let width =
            ratio == 0 ? side() : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
        facts.storedSize = PixelSize(width, height)
    }
}
