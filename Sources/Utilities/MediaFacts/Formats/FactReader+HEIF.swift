/// HEIF and AVIF (ISO/IEC 23008-12): the items of a file, and the properties of the first picture.
extension FactReader {
    /// The parts of the box `meta` that the facts need.
    private struct Items {
        var primary: Int64?
        var exif: Int64?
        var xmp: Int64?
        var locations: Range<Int64>?
        var data: Range<Int64>?
        /// The properties of all items, which refer to them by their indices.
        var properties: [Box] = []
        var associations: Range<Int64>?
    }

    /// Reads the size, the rotation, and the EXIF and XMP items.
    mutating func readHEIF() {
        if let content = findBox("meta", in: reader.whole)?.rest(from: 4) { readItems(content) }
        // A sequence may have tracks alone.
        if facts.storedSize == nil { readMovie() }
    }

    private mutating func readItems(_ content: Range<Int64>) {
        var items = Items()
        for box in boxes(in: content) {
            switch box.type {
            case "pitm":
                let isLong = version(box.body) > 0
                items.primary = reader.bytes(at: 4, count: isLong ? 4 : 2, in: box.body)?
                    .number(0, isLong ? 4 : 2).map { Int64($0) }
            case "iinf": readItemInfo(box.body, into: &items)
            case "iloc": items.locations = box.body
            case "idat": items.data = box.body
            case "iprp":
                let parts = boxes(in: box.body)
                items.properties =
                    parts.first { $0.type == "ipco" }.map { boxes(in: $0.body) } ?? []
                items.associations = parts.first { $0.type == "ipma" }?.body
            default: break
            }
        }
        readProperties(items)
        for (item, isEXIF) in [(items.exif, true), (items.xmp, false)] {
            guard let item, let range = location(of: item, items) else { continue }
            if isEXIF { readEXIFItem(range) } else { readXMP(in: range) }
        }
    }

    private mutating func version(_ body: Range<Int64>) -> Int {
        reader.bytes(at: 0, count: 1, in: body)?.uint8(0) ?? 0
    }

    /// Reads EXIF data behind the offset of its TIFF structure.
    mutating func readEXIFItem(_ range: Range<Int64>) {
        // Some programs write a wrong offset, or none.
        let offset = reader.bytes(at: 0, count: 4, in: range)?.uint32(0) ?? 0
        for start in [4 + offset, 4, 0] {
            if let data = range.rest(from: start), readEXIF(in: data) { return }
        }
    }

    private mutating func readItemInfo(_ body: Range<Int64>, into items: inout Items) {
        let isLong = version(body) > 0
        guard let list = body.rest(from: isLong ? 8 : 6) else { return }
        for entry in boxes(in: list) where entry.type == "infe" {
            let version = version(entry.body)
            let width = version == 2 ? 2 : 4
            guard version == 2 || version == 3,
                let head = reader.bytes(at: 4, count: width + 6, in: entry.body),
                let item = head.number(0, width).map({ Int64($0) })
            else { continue }
            if head.matches("Exif", at: width + 2) {
                items.exif = items.exif ?? item
            } else if head.matches("mime", at: width + 2),
                let rest = entry.body.rest(from: Int64(width) + 10),
                let text = reader.bytes(
                    at: 0, count: Int(min(rest.upperBound - rest.lowerBound, 256)), in: rest),
                // The name of the item precedes its type.
                text.bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().first?
                    .elementsEqual("application/rdf+xml".utf8) ?? false
            {
                items.xmp = items.xmp ?? item
            }
        }
    }

    /// Reads the properties that belong to the first picture.
    private mutating func readProperties(_ items: Items) {
        guard let primary = items.primary, let body = items.associations else { return }
        for index in associations(of: primary, body) where items.properties.indices.contains(index)
        {
            let property = items.properties[index]
            switch property.type {
            case "ispe":
                let size = reader.bytes(at: 4, count: 8, in: property.body)
                facts.storedSize = size.flatMap { PixelSize($0.uint32(0), $0.uint32(4)) }
            case "irot":
                let angle = reader.bytes(at: 0, count: 1, in: property.body)?.uint8(0)
                // The angle is anticlockwise.
                facts.orientation = angle.map { [1, 8, 3, 6][$0 & 3] }
            default: break
            }
        }
    }

    /// The indices of the properties of an item.
    private mutating func associations(of item: Int64, _ body: Range<Int64>) -> [Int] {
        guard let table = table(body), let flags = table.number(0, 4),
            let count = table.uint32(4)
        else { return [] }
        let (width, isWide) = (flags >> 24 == 0 ? 2 : 4, flags & 1 == 1)
        var position = 8
        for _ in 0..<min(count, Int64(FactLimits.parts)) {
            guard let number = table.number(position, width),
                let length = table.uint8(position + width)
            else { return [] }
            position += width + 1
            let step = isWide ? 2 : 1
            if Int64(number) == item {
                return (0..<length).compactMap { index in
                    table.number(position + index * step, step).map {
                        Int($0 & (isWide ? 0x7FFF : 0x7F)) - 1
                    }
                }
            }
            position += length * step
        }
        return []
    }

    private mutating func table(_ body: Range<Int64>) -> Fields? {
        let length = min(body.upperBound - body.lowerBound, Int64(FactLimits.table))
        return reader.bytes(at: 0, count: Int(length), in: body)
    }

    /// The range of an item in the file: its first extent.
    private mutating func location(of item: Int64, _ items: Items) -> Range<Int64>? {
        guard let table = items.locations.flatMap({ table($0) }),
            let location = ItemLocation(of: item, in: table)
        else { return nil }
        switch location.method {
        case 0: return reader.whole.part(at: location.offset, count: location.length)
        case 1: return items.data?.part(at: location.offset, count: location.length)
        default: return nil
        }
    }
}

/// An entry of the box `iloc`.
private struct ItemLocation {
    /// The place that the offset refers to: 0 for the file, 1 for the box `idat`.
    let method: Int
    let offset: Int64
    let length: Int64

    init?(of item: Int64, in table: Fields) {
        guard let version = table.uint8(0), version <= 2, let sizes = table.uint16(4) else {
            return nil
        }
        let (offsetWidth, lengthWidth) = (sizes >> 12, sizes >> 8 & 15)
        let (baseWidth, indexWidth) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        let widths = [offsetWidth, lengthWidth, baseWidth, indexWidth]
        guard widths.allSatisfy({ [0, 4, 8].contains($0) }) else { return nil }
        var cursor = Cursor(table, at: 6)
        let numberWidth = version < 2 ? 2 : 4
        guard let count = cursor.next(numberWidth) else { return nil }
        for _ in 0..<min(count, Int64(FactLimits.parts)) {
            guard let number = cursor.next(numberWidth),
                let method = version > 0 ? cursor.next(2).map({ Int($0 & 15) }) : 0,
                cursor.next(2) != nil, let base = cursor.next(baseWidth),
                let extents = cursor.next(2)
            else { return nil }
            guard number == item, extents > 0 else {
                cursor.position += Int(extents) * (indexWidth + offsetWidth + lengthWidth)
                continue
            }
            guard cursor.next(indexWidth) != nil, let offset = cursor.next(offsetWidth),
                let length = cursor.next(lengthWidth)
            else { return nil }
            let (sum, isOverflow) = base.addingReportingOverflow(offset)
            guard !isOverflow else { return nil }
            (self.method, self.offset, self.length) = (method, sum, length)
            return
        }
        return nil
    }

    private struct Cursor {
        let fields: Fields
        var position: Int

        init(_ fields: Fields, at position: Int) {
            self.fields = fields
            self.position = position
        }

        /// The next number; zero if it has no bytes, `nil` if it is cut or too large.
        mutating func next(_ width: Int) -> Int64? {
            guard let value = fields.number(position, width).flatMap({ Int64(exactly: $0) })
            else { return nil }
            position += width
            return value
        }
    }
}
