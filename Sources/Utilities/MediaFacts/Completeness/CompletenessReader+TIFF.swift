/// TIFF and the raw formats that are based on it: the directories, and the data that they name.
extension CompletenessReader {
    /// The widths of the elements of values by their types; TIFF 6.0, section 2.
    private static let widths: [Int: Int64] = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
    ]
    private static let directoryLimit = 256
    /// The length of the largest list of positions that is read.
    private static let listLimit: Int64 = 4 << 20

    /// The tags of the positions of data, with those of their lengths: strips, tiles, a thumbnail.
    private static let data = [0x0111: 0x0117, 0x0144: 0x0145, 0x0201: 0x0202]
    /// The tags of the positions of directories: pictures, EXIF, GPS.
    private static let directories: Set<Int> = [0x014A, 0x8769, 0x8825]

    /// Whether all directories, values and data lie within the file.
    mutating func hasWholeTIFF(_ order: TIFFHead) -> Bool {
        guard let first = order.firstDirectory else { return false }
        var waiting = [first]
        var seen: Set<Int64> = []
        while let position = waiting.popLast(), seen.count < Self.directoryLimit {
            guard seen.insert(position).inserted else { continue }
            guard let directory = directory(at: position, order) else { return false }
            for (offsets, lengths) in Self.data {
                guard isInside(directory.lists[offsets], directory.lists[lengths]) else {
                    return false
                }
            }
            waiting += directory.below
        }
        return true
    }

    /// The lists of positions and lengths of a directory by their tags, and the next directories.
    ///
    /// It is `nil` if the directory or one of its values is not inside the file.
    private mutating func directory(
        at position: Int64, _ order: TIFFHead
    ) -> (lists: [Int: [Int64]], below: [Int64])? {
        func fields(_ offset: Int64, _ count: Int64) -> Fields? {
            var found = self.fields(at: offset, Int(count))
            found?.isLittleEndian = order.isLittleEndian
            return found
        }
        guard let count = fields(position, 2)?.uint16(0),
            let table = fields(position + 2, Int64(count) * 12)
        else { return nil }
        var lists: [Int: [Int64]] = [:]
        var below: [Int64] = []
        for entry in (0..<count).map({ $0 * 12 }) {
            guard let tag = table.uint16(entry), let type = table.uint16(entry + 2),
                let number = table.uint32(entry + 4), let value = table.uint32(entry + 8),
                let width = Self.widths[type]
            else { continue }
            let length = number * width
            let place = length > 4 ? value : position + 2 + Int64(entry) + 8
            guard place <= source.length - length else { return nil }
            let isList = Self.data.contains { $0.key == tag || $0.value == tag }
            guard isList || Self.directories.contains(tag), width == 2 || width == 4,
                length <= Self.listLimit, let list = fields(place, length)
            else { continue }
            let values = (0..<Int(number)).compactMap { index in
                list.number(index * Int(width), Int(width)).map { Int64($0) }
            }
            if isList { lists[tag] = values } else { below += values }
        }
        let next = fields(position + 2 + Int64(count) * 12, 4)?.uint32(0)
        return (lists, (below + [next ?? 0]).filter { $0 > 0 })
    }

    private func isInside(_ offsets: [Int64]?, _ lengths: [Int64]?) -> Bool {
        zip(offsets ?? [], lengths ?? []).allSatisfy { offset, length in
            // Panasonic has another tag for the position, and all bits set here.
            offset == 0xFFFF_FFFF || offset + length <= source.length
        }
    }
}
