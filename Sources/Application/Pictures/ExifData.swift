/// The facts that a camera stores in a JPEG file (Exif 2.32): orientation, time and place.
package struct ExifData: Sendable, Equatable {
    /// The transformation for display, 1 to 8.
    package let orientation: Int
    /// The time on the camera's clock, in seconds since 1970-01-01T00:00:00 on that clock.
    package let wallSeconds: Int?
    /// The latitude in degrees, positive to the north.
    package let latitude: Double?
    /// The longitude in degrees, positive to the east.
    package let longitude: Double?

    /// Whether width and height are exchanged for display.
    package var isTurned: Bool { orientation >= 5 }

    /// Reads the data from the beginning of a JPEG file; `nil` if there are none.
    package init?(ofJPEG bytes: [UInt8]) {
        guard let range = Self.segment(in: bytes), let tags = TIFFTags(bytes[range]) else {
            return nil
        }
        let main = tags.directory(at: tags.first)
        orientation =
            main[0x0112].flatMap { tags.integer($0) }.flatMap { 1...8 ~= $0 ? $0 : nil } ?? 1
        let details = main[0x8769].flatMap { tags.integer($0) }.map { tags.directory(at: $0) }
        wallSeconds = (details?[0x9003]).flatMap { tags.text($0) }.flatMap(Self.seconds)
        let place = main[0x8825].flatMap { tags.integer($0) }.map { tags.directory(at: $0) }
        func degrees(_ reference: Int, _ value: Int, negative: String) -> Double? {
            guard let parts = (place?[value]).flatMap({ tags.rationals($0) }), parts.count == 3,
                let side = (place?[reference]).flatMap({ tags.text($0) })
            else { return nil }
            let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
            return side.hasPrefix(negative) ? -degrees : degrees
        }
        latitude = degrees(1, 2, negative: "S")
        longitude = degrees(3, 4, negative: "W")
    }

    /// The TIFF structure in the first APP1 segment that begins with "Exif".
    private static func segment(in bytes: [UInt8]) -> Range<Int>? {
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
            let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
            guard end <= bytes.count, end >= at + 4 else { return nil }
            if bytes[at + 1] == 0xE1, bytes[(at + 4)..<end].starts(with: Array("Exif\0\0".utf8)) {
                return (at + 10)..<end
            }
            at = end
        }
        return nil
    }

    /// Converts a text such as `2024:05:31 23:30:00` to seconds.
    private static func seconds(_ text: String) -> Int? {
        let parts = text.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
        guard parts.count == 6, (1...12).contains(parts[1]), (1...31).contains(parts[2]),
            (0...9999).contains(parts[0]), (0..<24).contains(parts[3]),
            (0..<60).contains(parts[4]), (0...60).contains(parts[5])
        else { return nil }
        // Days since 1970, with years that begin in March.
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let dayOfYear = (153 * (parts[1] > 2 ? parts[1] - 3 : parts[1] + 9) + 2) / 5 + parts[2] - 1
        let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
        return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
    }
}

/// The directories of a TIFF structure; a read beyond its end gives `nil` or no entry.
private struct TIFFTags {
    /// A tag's type, its number of values, and their position.
    struct Entry {
        let type: Int
        let count: Int
        let offset: Int
    }

    let bytes: [UInt8]
    private let isLittleEndian: Bool
    private(set) var first = 0

    init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count >= 8,
            ["II", "MM"].contains(String(decoding: self.bytes[..<2], as: UTF8.self))
        else { return nil }
        isLittleEndian = self.bytes[0] == UInt8(ascii: "I")
        guard let first = number(at: 4, size: 4) else { return nil }
        self.first = first
    }

    func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        let part = bytes[offset..<(offset + size)]
        return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) {
            $0 << 8 | Int($1)
        }
    }

    func directory(at offset: Int) -> [Int: Entry] {
        var entries: [Int: Entry] = [:]
        for index in 0..<(number(at: offset, size: 2) ?? 0) {
            let at = offset + 2 + 12 * index
            guard let tag = number(at: at, size: 2), let type = number(at: at + 2, size: 2),
                let count = number(at: at + 4, size: 4), count <= bytes.count
            else { break }
            let size = [2: 1, 3: 2, 4: 4, 5: 8][type, default: 1] * count
            let values = size <= 4 ? at + 8 : number(at: at + 8, size: 4) ?? bytes.count
            entries[tag] = Entry(type: type, count: count, offset: values)
        }
        return entries
    }

    func integer(_ entry: Entry) -> Int? {
        number(at: entry.offset, size: entry.type == 3 ? 2 : 4)
    }

    func text(_ entry: Entry) -> String? {
        guard entry.type == 2, entry.offset + entry.count <= bytes.count else { return nil }
        let text = bytes[entry.offset..<(entry.offset + entry.count)].prefix { $0 != 0 }
        return String(decoding: text, as: UTF8.self)
    }

    func rationals(_ entry: Entry) -> [Double]? {
        guard entry.type == 5 else { return nil }
        var values: [Double] = []
        for index in 0..<min(entry.count, 3) {
            guard let above = number(at: entry.offset + 8 * index, size: 4),
                let below = number(at: entry.offset + 8 * index + 4, size: 4), below > 0
            else { return nil }
            values.append(Double(above) / Double(below))
        }
        return values
    }
}
