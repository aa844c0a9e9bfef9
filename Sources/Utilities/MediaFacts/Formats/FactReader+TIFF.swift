/// TIFF 6.0 and EXIF 2.32: directories of entries, which point to each other.
extension FactReader {
    /// A TIFF structure in a region of the file.
    struct TIFF {
        let region: Range<Int64>
        let isLittleEndian: Bool
        /// The directories to read; each at most once, so that loops end.
        var queue: [(role: TIFFRole, position: Int64)] = []
        var known: Set<Int64> = []
        /// The largest picture in full resolution, or else in a reduced one.
        var size: (value: PixelSize, isReduced: Bool)?
        var text = EXIFTexts()

        mutating func add(_ role: TIFFRole, at position: Int64?) {
            guard let position, position >= 8, known.count < FactLimits.directories,
                known.insert(position).inserted
            else { return }
            queue.append((role, position))
        }
    }

    /// The texts of EXIF that give the date together.
    struct EXIFTexts {
        var original: String?
        var originalOffset: String?
        var originalFraction: String?
        var digitized: String?
        var digitizedOffset: String?
        var digitizedFraction: String?

        /// The date of the picture; that of the file's last change does not replace it.
        var taken: TakenTime? {
            if let time = TimeText.time(original) {
                return TakenTime(
                    time: time, nanoseconds: TimeText.nanoseconds(originalFraction),
                    offsetSeconds: TimeText.offset(originalOffset))
            }
            return TimeText.time(digitized).map {
                TakenTime(
                    time: $0, nanoseconds: TimeText.nanoseconds(digitizedFraction),
                    offsetSeconds: TimeText.offset(digitizedOffset))
            }
        }
    }

    /// Reads the TIFF structure in a region: of a whole file, or of the EXIF data of another one.
    ///
    /// - Parameter role: the role of its first directory.
    mutating func readTIFF(in region: Range<Int64>, as role: TIFFRole = .main) {
        guard let head = reader.bytes(at: 0, count: 8, in: region), let order = TIFFOrder(head)
        else { return }
        var tiff = TIFF(region: region, isLittleEndian: order.isLittleEndian)
        tiff.add(role, at: order.firstDirectory)
        while !tiff.queue.isEmpty {
            let (role, position) = tiff.queue.removeFirst()
            readDirectory(role, at: position, of: &tiff)
        }
        if facts.format == .tiff || facts.format == .canonRaw {
            facts.storedSize = facts.storedSize ?? tiff.size?.value
        }
        facts.taken = facts.taken ?? tiff.text.taken
    }

    private mutating func readDirectory(
        _ role: TIFFRole, at position: Int64, of tiff: inout TIFF
    ) {
        guard let entries = directory(at: position, in: tiff.region, tiff.isLittleEndian) else {
            return
        }
        switch role {
        case .main:
            for entry in entries.list { readMain(entry, of: &tiff) }
            readSize(entries.list, of: &tiff)
            tiff.add(.thumbnail, at: entries.next)
        case .picture: readSize(entries.list, of: &tiff)
        case .thumbnail: readThumbnail(entries.list, of: tiff)
        case .exif: for entry in entries.list { readEXIF(entry, of: &tiff) }
        case .gps: readGPS(entries.list, of: tiff)
        }
    }

    /// Reads the entries of a directory, and the position of the next one.
    ///
    /// A directory that is cut by the end of its region has the entries before the cut.
    mutating func directory(
        at position: Int64, in region: Range<Int64>, _ isLittleEndian: Bool
    ) -> (list: [TIFFEntry], next: Int64?)? {
        guard var head = reader.bytes(at: position, count: 2, in: region) else { return nil }
        head.isLittleEndian = isLittleEndian
        let claimed = head.uint16(0) ?? 0
        let room = (region.upperBound - region.lowerBound - position - 2) / 12
        let count = min(claimed, Int(max(0, room)), FactLimits.entries)
        guard var bytes = reader.bytes(at: position + 2, count: count * 12, in: region) else {
            return nil
        }
        bytes.isLittleEndian = isLittleEndian
        let list = (0..<count).compactMap { TIFFEntry(bytes, at: $0 * 12) }
        guard count == claimed,
            var next = reader.bytes(at: position + 2 + Int64(count * 12), count: 4, in: region)
        else { return (list, nil) }
        next.isLittleEndian = isLittleEndian
        return (list, next.uint32(0))
    }

    /// The bytes of a value, if they are not too many.
    mutating func value(
        _ entry: TIFFEntry, in region: Range<Int64>, limit: Int = FactLimits.value
    ) -> Fields? {
        guard entry.length <= Int64(limit) else { return nil }
        if entry.length <= 4 {
            return Fields(
                Array(entry.field.bytes.prefix(Int(entry.length))),
                isLittleEndian: entry.field.isLittleEndian)
        }
        var fields = entry.field.uint32(0).flatMap {
            reader.bytes(at: $0, count: Int(entry.length), in: region)
        }
        fields?.isLittleEndian = entry.field.isLittleEndian
        return fields
    }

    private mutating func text(_ entry: TIFFEntry, of tiff: TIFF) -> String? {
        guard entry.type == .ascii || entry.type == .byte || entry.type == .undefined else {
            return nil
        }
        return value(entry, in: tiff.region)?.text()
    }
}

/// The entries of the directories.
extension FactReader {
    private mutating func readMain(_ entry: TIFFEntry, of tiff: inout TIFF) {
        switch entry.tag {
        case 0x010F: facts.make = facts.make ?? text(entry, of: tiff)
        case 0x0110: facts.model = facts.model ?? text(entry, of: tiff)
        case 0x0112:
            // In a HEIF file, the properties of the picture rotate it.
            guard facts.format != .heif, facts.format != .avif else { return }
            facts.orientation = entry.number.flatMap { (1...8).contains($0) ? Int($0) : nil }
        case 0x8769: tiff.add(.exif, at: entry.number)
        case 0x8825: tiff.add(.gps, at: entry.number)
        case 0x014A where facts.format == .tiff:
            guard let positions = value(entry, in: tiff.region) else { return }
            for index in 0..<positions.count / 4 {
                tiff.add(.picture, at: positions.uint32(index * 4))
            }
        case 0x9003: tiff.text.original = tiff.text.original ?? text(entry, of: tiff)
        default: break
        }
    }

    private mutating func readEXIF(_ entry: TIFFEntry, of tiff: inout TIFF) {
        switch entry.tag {
        case 0x9003: tiff.text.original = text(entry, of: tiff)
        case 0x9004: tiff.text.digitized = text(entry, of: tiff)
        case 0x9011: tiff.text.originalOffset = text(entry, of: tiff)
        case 0x9012: tiff.text.digitizedOffset = text(entry, of: tiff)
        case 0x9291: tiff.text.originalFraction = text(entry, of: tiff)
        case 0x9292: tiff.text.digitizedFraction = text(entry, of: tiff)
        case 0x927C: readMakerNote(entry, in: tiff.region)
        case 0xA002: statedSize.width = entry.number
        case 0xA003: statedSize.height = entry.number
        default: break
        }
    }

    private mutating func readGPS(_ entries: [TIFFEntry], of tiff: TIFF) {
        func entry(_ tag: Int) -> TIFFEntry? { entries.first { $0.tag == tag } }
        func isNegative(_ tag: Int, _ letter: UInt8) -> Bool? {
            guard let first = entry(tag)?.field.bytes.first else { return nil }
            return first & ~0x20 == letter
        }
        guard let south = isNegative(1, UInt8(ascii: "S")),
            let west = isNegative(3, UInt8(ascii: "W")),
            let latitude = entry(2).flatMap({ degrees($0, of: tiff) }),
            let longitude = entry(4).flatMap({ degrees($0, of: tiff) })
        else { return }
        facts.place = MediaPlace(
            latitude: south ? -latitude : latitude, longitude: west ? -longitude : longitude)
    }

    /// Reads degrees, minutes and seconds; the latter two may be missing.
    private mutating func degrees(_ entry: TIFFEntry, of tiff: TIFF) -> Double? {
        guard entry.type == .rational, entry.count <= 3,
            let bytes = value(entry, in: tiff.region)
        else { return nil }
        var sum = 0.0
        var unit = 1.0
        for index in 0..<Int(entry.count) {
            guard let numerator = bytes.uint32(index * 8),
                let denominator = bytes.uint32(index * 8 + 4)
            else { return nil }
            if denominator == 0 {
                // Seconds of 0/0 are common: they are in the fraction of the minutes.
                guard index > 0, numerator == 0 else { return nil }
            } else {
                sum += Double(numerator) / Double(denominator) / unit
            }
            unit *= 60
        }
        return sum
    }

    private mutating func readSize(_ entries: [TIFFEntry], of tiff: inout TIFF) {
        func number(_ tag: Int) -> Int64? { entries.first { $0.tag == tag }?.number }
        guard let value = PixelSize(number(0x0100), number(0x0101)) else { return }
        let isReduced = (number(0x00FE) ?? 0) & 1 == 1
        if let known = tiff.size {
            let isLarger = value.width * value.height > known.value.width * known.value.height
            guard known.isReduced == isReduced ? isLarger : known.isReduced else { return }
        }
        tiff.size = (value, isReduced)
    }

    private mutating func readThumbnail(_ entries: [TIFFEntry], of tiff: TIFF) {
        func number(_ tag: Int) -> Int64? { entries.first { $0.tag == tag }?.number }
        guard facts.thumbnail == nil, let start = number(0x0201), let length = number(0x0202),
            length > 0
        else { return }
        facts.thumbnail = tiff.region.part(at: start, count: length)
    }
}
