/// The durations of the fragments of a movie (ISO/IEC 14496-12, section 8.8).
struct MovieFragments {
    /// The units in a second of each track.
    var scales: [Int64: Int64] = [:]
    /// The duration of a sample of each track, unless its fragment states another one.
    private var defaults: [Int64: Int64] = [:]
    /// The duration of each track in its units.
    private var sums: [Int64: Double] = [:]
    private var isDamaged = false

    /// The duration of the longest track in milliseconds; `nil` if it is unknown.
    var milliseconds: Int64? {
        let seconds = sums.compactMap { track, sum in scales[track].map { sum / Double($0) } }.max()
        guard !isDamaged, let seconds, seconds > 0, seconds < 1e9 else { return nil }
        return Int64((seconds * 1_000).rounded())
    }

    /// Takes the defaults of a track: its number, a description, and the duration of its samples.
    mutating func addDefaults(_ fields: Fields?) {
        guard let track = fields?.uint32(0), let duration = fields?.uint32(8) else { return }
        defaults[track] = duration
    }

    /// Adds the tracks of a fragment.
    mutating func add(_ reader: inout FactReader, _ fragment: Range<Int64>) {
        for box in reader.boxes(in: fragment) where box.type == "traf" {
            let parts = reader.boxes(in: box.body)
            guard let header = parts.first(where: { $0.type == "tfhd" })?.body,
                let head = reader.reader.bytes(at: 0, count: 8, in: header),
                let flags = head.uint32(0), let track = head.uint32(4)
            else {
                isDamaged = true
                continue
            }
            var standard = defaults[track]
            if flags & 0x8 != 0 {
                let offset: Int64 = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
                standard = reader.reader.bytes(at: offset, count: 4, in: header)?.uint32(0)
            }
            for part in parts where part.type == "trun" {
                guard let sum = Self.duration(&reader, part.body, standard) else {
                    isDamaged = true
                    continue
                }
                sums[track, default: 0] += sum
            }
        }
    }

    /// The sum of the samples of a run.
    private static func duration(
        _ reader: inout FactReader, _ run: Range<Int64>, _ standard: Int64?
    ) -> Double? {
        guard let head = reader.reader.bytes(at: 0, count: 8, in: run),
            let flags = head.uint32(0), let count = head.uint32(4), count <= reader.fileLength
        else { return nil }
        guard flags & 0x100 != 0 else { return standard.map { Double($0) * Double(count) } }
        let start: Int64 = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
        // A duration, a size, flags and an offset of time, as far as they are there.
        let width = 4 * (flags >> 8 & 0xF).nonzeroBitCount
        guard count * Int64(width) <= Int64(FactLimits.table),
            let table = reader.reader.bytes(at: start, count: Int(count) * width, in: run)
        else { return nil }
        return (0..<Int(count)).reduce(0) { $0 + Double(table.uint32($1 * width) ?? 0) }
    }
}
