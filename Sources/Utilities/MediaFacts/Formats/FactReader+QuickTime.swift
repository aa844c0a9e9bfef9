import TextFormats

/// MOV and MP4 (QuickTime File Format; ISO/IEC 14496-12 and -14), and CR3, which has their boxes.
extension FactReader {
    /// The values of the parts of a movie that other parts need.
    struct Movie {
        /// The units in a second of the times of the movie.
        var scale: Int64?
        /// The creation times of the movie and of its tracks.
        var created: [Int64] = []
        var fragments = MovieFragments()
    }

    /// The identifier of the box `uuid` with an XMP packet (ISO 16684-3).
    private static let xmp: [UInt64?] = [0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC]

    /// Reads the boxes of the file: the movie before or after its data, its fragments, and XMP.
    mutating func readMovie() {
        let whole = reader.whole
        var position: Int64 = 0
        var movie: Movie?
        for _ in 0..<FactLimits.parts {
            guard let box = box(at: position, in: whole) else { break }
            switch box.type {
            case "moov" where facts.format == .canonRaw: readCanonRaw(box.body)
            case "moov" where movie == nil: movie = readMovie(box.body)
            case "moof" where facts.durationMilliseconds == nil:
                movie?.fragments.add(&self, box.body)
            case "uuid":
                let name = reader.bytes(at: 0, count: 16, in: box.body)
                guard [name?.number(0, 8), name?.number(8, 8)] == Self.xmp,
                    let packet = box.body.rest(from: 16)
                else { break }
                readXMP(in: packet)
            default: break
            }
            position = box.end
        }
        // The sum of a part of the fragments is not the duration.
        if facts.durationMilliseconds == nil, whole.upperBound - position < 8 {
            facts.durationMilliseconds = movie?.fragments.milliseconds
        }
    }

    private mutating func readMovie(_ content: Range<Int64>) -> Movie {
        var movie = Movie()
        for box in boxes(in: content) {
            switch box.type {
            case "mvhd": readMovieHeader(box.body, &movie)
            case "trak": readTrack(box.body, &movie)
            case "mvex": readFragmentHeaders(box.body, &movie)
            case "meta": readMetadata(box.body)
            case "udta": readUserData(box.body)
            default: break
            }
        }
        facts.created = movie.created.first
        return movie
    }

    private mutating func readMovieHeader(_ body: Range<Int64>, _ movie: inout Movie) {
        guard let head = timeHeader(body, &movie) else { return }
        let width = head.count == 28 ? 8 : 4
        guard let scale = head.uint32(width * 2), scale > 0 else { return }
        movie.scale = scale
        readDuration(head.number(width * 2 + 4, width), isLong: width == 8, movie)
    }

    /// Reads the times of creation and change, which begin the headers `mvhd`, `tkhd` and `mdhd`,
    /// and what is behind them: 16 bytes, or 28 with long times.
    private mutating func timeHeader(_ body: Range<Int64>, _ movie: inout Movie) -> Fields? {
        let isLong = reader.bytes(at: 0, count: 1, in: body)?.uint8(0) == 1
        let head = reader.bytes(at: 4, count: isLong ? 28 : 16, in: body)
        if let time = head?.number(0, isLong ? 8 : 4).flatMap(Self.instant) {
            movie.created.append(time)
        }
        return head
    }

    /// The seconds since 1970 of a time since 1904.
    ///
    /// Some programs count from 1970. A movie is not older than the format, which is of 1991; so a
    /// number that would be in the years before 1970 is such a time, or no time.
    private static func instant(_ time: UInt64) -> Int64? {
        let epoch: Int64 = 2_082_844_800
        let oldest: Int64 = 662_688_000
        guard let time = Int64(exactly: time) else { return nil }
        let seconds = time >= epoch ? time - epoch : time
        let civil = CivilTime(secondsSinceEpoch: seconds)
        // A date after the year 9999 is damaged.
        guard time >= epoch || time >= oldest, civil.secondsSinceEpoch == seconds,
            !UnknownDates.contains(civil)
        else { return nil }
        return seconds
    }

    private mutating func readDuration(_ number: UInt64?, isLong: Bool, _ movie: Movie) {
        // Zero is the duration of the part before the fragments, and all ones mean unknown.
        guard let number, number > 0, number < UInt64(1) << 40, isLong || number != 0xFFFF_FFFF,
            let scale = movie.scale
        else { return }
        facts.durationMilliseconds = Int64(number) * 1_000 / scale
    }

    /// Reads the size and the rotation of the first track with a picture, and its times.
    private mutating func readTrack(_ track: Range<Int64>, _ movie: inout Movie) {
        guard let body = findBox("tkhd", in: track), let header = timeHeader(body, &movie) else {
            return
        }
        let isLong = header.count == 28
        let media = findBox("mdia", in: track)
        if let times = media.flatMap({ findBox("mdhd", in: $0) }),
            let head = timeHeader(times, &movie),
            let number = header.uint32(isLong ? 16 : 8),
            let scale = head.uint32(head.count == 28 ? 16 : 8), scale > 0
        {
            movie.fragments.scales[number] = scale
        }
        let kind = media.flatMap { handler(in: $0) }
        guard facts.storedSize == nil,
            kind.map({ $0.matches("vide") || $0.matches("pict") }) ?? true,
            let head = reader.bytes(at: isLong ? 52 : 40, count: 44, in: body),
            let size = PixelSize(head.uint16(36).map(Int64.init), head.uint16(40).map(Int64.init))
        else { return }
        facts.storedSize = media.flatMap { squarePixels(of: size, in: $0) } ?? size
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

    /// The size in square pixels of a track whose header repeats the coded size, although its
    /// pixels are not square; `nil` for other tracks, whose header states the displayed size.
    private mutating func squarePixels(of size: PixelSize, in media: Range<Int64>) -> PixelSize? {
        guard let table = findBox("minf", in: media).flatMap({ findBox("stbl", in: $0) }),
            let entry = findBox("stsd", in: table)?.rest(from: 8).flatMap({ box(at: 0, in: $0) }),
            let coded = reader.bytes(at: 24, count: 4, in: entry.body),
            size == PixelSize(coded.uint16(0).map(Int64.init), coded.uint16(2).map(Int64.init)),
            let parts = entry.body.rest(from: 78), let pixel = findBox("pasp", in: parts),
            let aspect = reader.bytes(at: 0, count: 8, in: pixel), let width = aspect.uint32(0),
            let height = aspect.uint32(4), width > 0, height > 0
        else { return nil }
        return PixelSize((size.width * width + height / 2) / height, size.height)
    }

    /// Reads the whole duration of a movie with fragments, and the defaults of their samples.
    private mutating func readFragmentHeaders(_ body: Range<Int64>, _ movie: inout Movie) {
        for box in boxes(in: body) {
            if box.type == "mehd" {
                let isLong = reader.bytes(at: 0, count: 1, in: box.body)?.uint8(0) == 1
                let width = isLong ? 8 : 4
                let number = reader.bytes(at: 4, count: width, in: box.body)?.number(0, width)
                if facts.durationMilliseconds == nil { readDuration(number, isLong: isLong, movie) }
            } else if box.type == "trex" {
                movie.fragments.addDefaults(reader.bytes(at: 4, count: 12, in: box.body))
            }
        }
    }
}
