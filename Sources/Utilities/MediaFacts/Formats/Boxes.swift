/// A box of the ISO base media file format (ISO/IEC 14496-12), or an atom of QuickTime.
struct Box {
    /// The four characters of the type as a number.
    let type: FourCharacters
    let body: Range<Int64>
    /// The position of the next box.
    let end: Int64
}

/// A type of four characters, such as `moov`.
struct FourCharacters: Hashable, ExpressibleByStringLiteral {
    let number: UInt32

    init(number: UInt32) { self.number = number }

    /// Creates a type from four characters of Latin-1.
    init(stringLiteral text: String) {
        number = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
    }
}

extension FactReader {
    /// The box at a position of a region; `nil` at the end, or if its length is impossible.
    ///
    /// A box that is cut by the end of the region has the bytes before the cut.
    mutating func box(at position: Int64, in region: Range<Int64>) -> Box? {
        guard let head = reader.bytes(at: position, count: 8, in: region),
            let short = head.uint32(0), let type = head.uint32(4)
        else { return nil }
        let room = region.upperBound - region.lowerBound - position
        var (headLength, length) = (Int64(8), short)
        if short == 0 {
            length = room
        } else if short == 1 {
            guard let long = reader.bytes(at: position + 8, count: 8, in: region)?.number(0, 8)
            else { return nil }
            headLength = 16
            length = Int64(clamping: long)
        }
        guard length >= headLength,
            let body = region.part(
                at: position + headLength, count: min(length, room) - headLength)
        else { return nil }
        return Box(
            type: FourCharacters(number: UInt32(type)), body: body,
            end: position + min(length, room))
    }

    /// The content of the first box of a type in a region.
    mutating func findBox(_ type: FourCharacters, in region: Range<Int64>) -> Range<Int64>? {
        var position: Int64 = 0
        for _ in 0..<FactLimits.parts {
            guard let box = box(at: position, in: region) else { return nil }
            if box.type == type { return box.body }
            position = box.end
        }
        return nil
    }

    /// The first boxes of a region, at most `FactLimits.parts`.
    mutating func boxes(in region: Range<Int64>) -> [Box] {
        var boxes: [Box] = []
        var position: Int64 = 0
        while boxes.count < FactLimits.parts, let box = box(at: position, in: region) {
            boxes.append(box)
            position = box.end
        }
        return boxes
    }
}
