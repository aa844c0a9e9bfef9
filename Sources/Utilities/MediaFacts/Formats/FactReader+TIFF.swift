/// TIFF 6.0 and EXIF 3.0: directories of entries, which point to each other.
extension FactReader {
    /// A TIFF structure in a region of the file.
    struct TIFF {
        let region: Range<Int64>
        let head: TIFFHead
        /// The directories to read; each at most once, so that loops end.
        var queue: [(role: TIFFRole, position: Int64)] = []
        var known: Set<Int64> = []
        /// The largest picture in full resolution, or else in a reduced one.
        var size: (value: PixelSize, isReduced: Bool, hasData: Bool)?
        /// The first value of each fact that is put together from several ones.
        var values: [TIFFTag.Fact: TIFFValue] = [:]

        mutating func add(_ role: TIFFRole, at position: Int64?) {
            guard let position, position >= 8, known.count < FactLimits.directories,
                known.insert(position).inserted
            else { return }
            queue.append((role, position))
        }

        func text(_ fact: TIFFTag.Fact) -> String? { values[fact]?.text }

        /// A date; the tags of its fraction and its time zone precede those in its text.
        func date(
            _ date: TIFFTag.Fact, _ fraction: TIFFTag.Fact, _ offset: TIFFTag.Fact
        ) -> TakenTime? {
            guard var taken = TimeText.moment(text(date)) else { return nil }
            taken.nanoseconds = TimeText.nanoseconds(text(fraction)) ?? taken.nanoseconds
            taken.offsetSeconds = TimeText.offset(text(offset)) ?? taken.offsetSeconds
            return taken
        }

        /// Degrees, minutes and seconds, of which the latter two may be missing.
        func degrees(
            _ fact: TIFFTag.Fact, _ reference: TIFFTag.Fact, negative: UInt8
        ) -> Double? {
            guard let value = values[fact], let letter = values[reference]?.fields.bytes.first
            else { return nil }
            var sum = 0.0
            var unit = 1.0
            // Some writers state the sign in the number, too.
            var isNegative = letter & ~0x20 == negative
            for index in 0..<min(value.count, 3) {
                if let number = value.real(index) {
                    sum += abs(number) / unit
                    isNegative = isNegative || number < 0
                } else if index == 0 || !value.isIndefinite(index) {
                    // Seconds of 0/0 are common: they are in the fraction of the minutes.
                    return nil
                }
                unit *= 60
            }
            return isNegative ? -sum : sum
        }
    }

    /// Reads EXIF data, with or without the mark that precedes it in a JPEG segment.
    ///
    /// - Returns: whether a TIFF structure is there.
    @discardableResult
    mutating func readEXIF(in region: Range<Int64>) -> Bool {
        let isMarked = reader.bytes(at: 0, count: 5, in: region)?.matches("Exif\0") ?? false
        return region.rest(from: isMarked ? 6 : 0).map { readTIFF(in: $0) } ?? false
    }

    /// Reads the TIFF structure in a region: of a whole file, or of the EXIF data of another one.
    ///
    /// - Parameter role: the role of its first directory.
    /// - Returns: whether it has the head of one.
    @discardableResult
    mutating func readTIFF(in region: Range<Int64>, as role: TIFFRole = .main) -> Bool {
        let length = min(region.upperBound - region.lowerBound, TIFFHead.length)
        guard let bytes = reader.bytes(at: 0, count: Int(length), in: region),
            let head = TIFFHead(bytes)
        else { return false }
        var tiff = TIFF(region: region, head: head)
        tiff.add(role, at: head.firstDirectory)
        while !tiff.queue.isEmpty {
            let (role, position) = tiff.queue.removeFirst()
            readDirectory(role, at: position, of: &tiff)
        }
        take(tiff)
        if facts.format == .tiff || facts.format == .canonRaw {
            // The first directory of a CR2 has a preview, and EXIF the size of the photo.
            let hasPreview = bytes.matches("CR", at: 8) || tiff.size?.hasData == false
            facts.storedSize =
                facts.storedSize ?? (hasPreview ? facts.statedSize : nil) ?? tiff.size?.value
        }
        return true
    }

    /// Takes the facts that several entries state together.
    private mutating func take(_ tiff: TIFF) {
        found.take(
            tiff.date(.original, .originalFraction, .originalOffset), from: .exifOriginal)
        found.take(
            tiff.date(.digitized, .digitizedFraction, .digitizedOffset), from: .exifDigitized)
        facts.statedSize =
            facts.statedSize
            ?? PixelSize(tiff.values[.width]?.integer(), tiff.values[.height]?.integer())
        if let latitude = tiff.degrees(.latitude, .latitudeReference, negative: 0x53),
            let longitude = tiff.degrees(.longitude, .longitudeReference, negative: 0x57)
        {
            found.place.take(MediaPlace(latitude: latitude, longitude: longitude), from: .exif)
        }
        if facts.thumbnail == nil, let start = tiff.values[.thumbnailStart]?.integer(),
            let length = tiff.values[.thumbnailLength]?.integer(), length > 0
        {
            facts.thumbnail = tiff.region.part(at: start, count: length)
        }
    }

    private mutating func readDirectory(
        _ role: TIFFRole, at position: Int64, of tiff: inout TIFF
    ) {
        guard let entries = directory(at: position, in: tiff.region, tiff.head) else { return }
        for entry in entries.list {
            guard let fact = TIFFTag.facts[TIFFTag(role, entry.tag)] else { continue }
            read(fact, entry, of: &tiff)
        }
        if role == .main || role == .picture { readSize(entries.list, of: &tiff) }
        if role == .main { tiff.add(.thumbnail, at: entries.next) }
    }

    /// Reads the entries of a directory, and the position of the next one.
    ///
    /// A directory that is cut by the end of its region has the entries before the cut.
    mutating func directory(
        at position: Int64, in region: Range<Int64>, _ tiff: TIFFHead
    ) -> (list: [TIFFEntry], next: Int64?)? {
        let (width, field) = tiff.widths
        let entryLength = 4 + 2 * field
        guard var head = reader.bytes(at: position, count: width, in: region) else { return nil }
        head.isLittleEndian = tiff.isLittleEndian
        let claimed = head.number(0, width) ?? 0
        let start = position + Int64(width)
        let room = (region.upperBound - region.lowerBound - start) / Int64(entryLength)
        let count = Int(min(claimed, UInt64(max(0, room)), UInt64(FactLimits.entries)))
        guard var bytes = reader.bytes(at: start, count: count * entryLength, in: region) else {
            return nil
        }
        bytes.isLittleEndian = tiff.isLittleEndian
        let list = (0..<count).compactMap {
            TIFFEntry(bytes, at: $0 * entryLength, fieldWidth: field)
        }
        guard count == claimed,
            var next = reader.bytes(
                at: start + Int64(count * entryLength), count: field, in: region)
        else { return (list, nil) }
        next.isLittleEndian = tiff.isLittleEndian
        return (list, next.number(0, field).flatMap { Int64(exactly: $0) })
    }

    /// The value of an entry, if it is not too long.
    mutating func value(_ entry: TIFFEntry, in region: Range<Int64>) -> TIFFValue? {
        if let value = entry.inlineValue { return value }
        guard entry.length <= Int64(FactLimits.value), let position = entry.position,
            var fields = reader.bytes(at: position, count: Int(entry.length), in: region)
        else { return nil }
        fields.isLittleEndian = entry.field.isLittleEndian
        return TIFFValue(type: entry.type, fields: fields)
    }

    private mutating func read(_ fact: TIFFTag.Fact, _ entry: TIFFEntry, of tiff: inout TIFF) {
        switch fact {
        case .makerNote: return readMakerNote(entry, in: tiff.region)
        case .xmp:
            if let start = entry.position,
                let packet = tiff.region.part(at: start, count: entry.length)
            {
                readXMP(in: packet)
            }
            return
        default: break
        }
        guard let value = value(entry, in: tiff.region) else { return }
        switch fact {
        case .make: found.make.take(value.text, from: .exif)
        case .model: found.model.take(value.text, from: .exif)
        case .orientation:
            // In a HEIF file, the properties of the picture rotate it.
            guard facts.format != .heif, facts.format != .avif else { return }
            facts.orientation = value.integer().flatMap { (1...8).contains($0) ? Int($0) : nil }
        case .exifDirectory: tiff.add(.exif, at: value.integer())
        case .gpsDirectory: tiff.add(.gps, at: value.integer())
        case .pictureDirectories:
            guard facts.format == .tiff else { return }
            for index in 0..<min(value.count, FactLimits.directories) {
                tiff.add(.picture, at: value.integer(index))
            }
        default: tiff.values[fact] = tiff.values[fact] ?? value
        }
    }

    private mutating func readSize(_ entries: [TIFFEntry], of tiff: inout TIFF) {
        func number(_ tag: Int) -> Int64? {
            entries.first { $0.tag == tag }?.inlineValue?.integer()
        }
        let sensor = tiff.head.kind == .panasonic ? PixelSize.ofSensor(number) : nil
        guard let value = sensor ?? PixelSize(number(0x0100), number(0x0101)) else { return }
        let isReduced = (number(0x00FE) ?? 0) & 1 == 1
        if let known = tiff.size {
            let isLarger = value.width * value.height > known.value.width * known.value.height
            guard known.isReduced == isReduced ? isLarger : known.isReduced else { return }
        }
        // The positions of strips or tiles; a directory without them has no picture.
        let hasData = entries.contains { $0.tag == 0x0111 || $0.tag == 0x0144 }
        tiff.size = (value, isReduced, hasData)
    }
}

extension PixelSize {
    /// The size in an RW2: the borders of the picture on the sensor, or else the whole sensor.
    fileprivate static func ofSensor(_ number: (Int) -> Int64?) -> PixelSize? {
        if let top = number(4), let left = number(5), let bottom = number(6),
            let right = number(7), let size = PixelSize(right - left, bottom - top)
        {
            return size
        }
        return PixelSize(number(2), number(3))
    }
}
