import CivilTime

/// MOV and MP4 (QuickTime File Format; ISO/IEC 14496-12 and -14).
extension FactReader {
    /// The seconds from 1904, where the times of movies begin, to 1970.
    private static let epoch: Int64 = 2_082_844_800

    /// Finds the box `moov`, before or after the data of the movie, and reads it.
    mutating func readQuickTime() { if let movie = findBox("moov") { readMovie(movie) } }

    private mutating func readMovie(_ movie: Range<Int64>) {
        for box in boxes(in: movie) {
            switch box.type {
            case "mvhd": readMovieHeader(box.body)
            case "trak": readTrack(box.body)
            case "meta": readMetadata(box.body)
            case "udta": readUserData(box.body)
            default: break
            }
        }
    }

    private mutating func readMovieHeader(_ body: Range<Int64>) {
        let isLong = reader.bytes(at: 0, count: 1, in: body)?.uint8(0) == 1
        let width = isLong ? 8 : 4
        guard let head = reader.bytes(at: 4, count: width * 3 + 4, in: body) else { return }
        if let created = head.number(0, width).flatMap({ Int64(exactly: $0) }),
            created > Self.epoch
        {
            let seconds = created - Self.epoch
            // A date after the year 9999 is damaged.
            facts.created =
                CivilTime(secondsSinceEpoch: seconds).secondsSinceEpoch == seconds ? seconds : nil
        }
        guard let scale = head.uint32(width * 2), scale > 0,
            let duration = head.number(width * 2 + 4, width), duration < UInt64(1) << 40
        else { return }
        // The value of all ones means that the duration is unknown.
        guard isLong || duration != 0xFFFF_FFFF else { return }
        facts.durationMilliseconds = Int64(duration) * 1_000 / scale
    }

    /// Reads the size and the rotation of the first track with a picture.
    private mutating func readTrack(_ track: Range<Int64>) {
        guard facts.storedSize == nil,
            let body = boxes(in: track).first(where: { $0.type == "tkhd" })?.body
        else { return }
        let isLong = reader.bytes(at: 0, count: 1, in: body)?.uint8(0) == 1
        guard let head = reader.bytes(at: isLong ? 52 : 40, count: 44, in: body),
            let size = PixelSize(head.uint16(36).map(Int64.init), head.uint16(40).map(Int64.init))
        else { return }
        facts.storedSize = size
        // Of the matrix, the two numbers of each axis in 16.16 count.
        let signs = [0, 4, 12, 16].compactMap { head.int32($0)?.signum() }
        facts.orientation =
            switch signs {
            case [1, 0, 0, 1]: 1
            case [0, 1, -1, 0]: 6
            case [-1, 0, 0, -1]: 3
            case [0, -1, 1, 0]: 8
            default: nil
            }
    }

    /// Reads the box of user data, with texts of QuickTime, or with a box of metadata.
    private mutating func readUserData(_ body: Range<Int64>) {
        for box in boxes(in: body) {
            if box.type == "meta" || box.type == "loci" {
                if box.type == "meta" { readMetadata(box.body) } else { readLocation(box.body) }
                continue
            }
            guard let key = Self.texts[box.type],
                let length = reader.bytes(at: 0, count: 2, in: box.body)?.uint16(0),
                length <= FactLimits.value,
                let text = reader.bytes(at: 4, count: length, in: box.body)?.text()
            else { continue }
            add(key, text)
        }
    }

    /// Reads the place in the form of 3GPP (TS 26.244, 8.8): numbers of 16.16 behind a name.
    private mutating func readLocation(_ body: Range<Int64>) {
        let length = min(body.upperBound - body.lowerBound, Int64(FactLimits.value))
        guard let fields = reader.bytes(at: 0, count: Int(length), in: body),
            let end = fields.bytes.dropFirst(6).firstIndex(of: 0),
            let longitude = fields.int32(end + 2), let latitude = fields.int32(end + 6)
        else { return }
        facts.place =
            facts.place
            ?? MediaPlace(
                latitude: Double(latitude) / 65_536, longitude: Double(longitude) / 65_536)
    }

    private static let texts: [FourCharacters: String] = [
        "\u{A9}mak": "make", "\u{A9}mod": "model", "\u{A9}day": "creationdate",
        "\u{A9}xyz": "location.ISO6709",
    ]

    /// Reads metadata as a list of keys, and a list of values that refer to them by number.
    private mutating func readMetadata(_ body: Range<Int64>) {
        // In MP4, the box has a version; in MOV, it has none.
        let isPlain = reader.bytes(at: 4, count: 4, in: body)?.matches("hdlr") ?? false
        guard let content = body.rest(from: isPlain ? 0 : 4) else { return }
        let parts = boxes(in: content)
        let keys = parts.first { $0.type == "keys" }.map { readKeys($0.body) } ?? []
        guard let list = parts.first(where: { $0.type == "ilst" })?.body else { return }
        for item in boxes(in: list) {
            let index = Int(item.type.number) - 1
            let key = keys.indices.contains(index) ? keys[index] : Self.texts[item.type]
            guard let key,
                let data = boxes(in: item.body).first(where: { $0.type == "data" })?.body,
                data.upperBound - data.lowerBound <= Int64(FactLimits.value),
                let text = reader.bytes(data)?.text(from: 8)
            else { continue }
            add(key, text)
        }
    }

    private mutating func readKeys(_ body: Range<Int64>) -> [String?] {
        guard let list = body.rest(from: 8) else { return [] }
        let prefix = "com.apple.quicktime."
        return boxes(in: list).map { box in
            guard box.body.upperBound - box.body.lowerBound <= 256,
                let key = reader.bytes(box.body)?.text()
            else { return nil }
            return key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
        }
    }

    /// Takes a value; the first one with a key counts.
    private mutating func add(_ key: String, _ value: String) {
        switch key {
        case "make": facts.make = facts.make ?? value
        case "model": facts.model = facts.model ?? value
        case "creationdate": facts.taken = facts.taken ?? TimeText.moment(value)
        case "location.ISO6709": facts.place = facts.place ?? PlaceText.place(value)
        case "content.identifier":
            facts.contentIdentifier = facts.contentIdentifier ?? value
        default: break
        }
    }
}
