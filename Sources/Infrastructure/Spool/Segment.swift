import Digests

/// A file with records of a spool.
///
/// The format, with integers in little-endian order: a head of 32 bytes (`spool/1` and a line feed,
/// the XXH64 of the signal's name, the run, the first sequence number), and a frame for each
/// record: the length of its bytes (4), its sequence number (8), a checksum of both and of the
/// bytes (8), and the bytes.
struct Segment {
    static let headLength = 32
    static let frameLength = 20
    private static let magic = Array("spool/1\n".utf8)
    private static let suffix = ".segment"
    private static let digits = 16
    /// The records of a spool have smaller numbers.
    static let numberLimit = UInt64.max / 2
    /// The numbers that a spool finds at its start are smaller, so that those of its new records
    /// are smaller than `numberLimit`.
    static let foundLimit = numberLimit / 2

    /// The sequence number of the first record, which is the name of the file.
    let first: UInt64
    /// The number of whole records.
    let count: Int
    /// The length of the file; an empty disk block is the least that a file costs.
    let bytes: Int
    /// The moment at which the oldest record arrived.
    let arrived: Duration

    var name: String { Self.name(first) }

    /// The order by file names is the order by sequence numbers.
    static func name(_ first: UInt64, suffix: String = suffix) -> String {
        let text = String(first, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text + suffix
    }

    /// Returns the first sequence number of a file, or `nil` if the name is not that of a segment.
    static func first(of name: String, suffix: String = suffix) -> UInt64? {
        guard name.hasSuffix(suffix), name.utf8.count == digits + suffix.utf8.count,
            let number = UInt64(name.prefix(digits), radix: 16),
            Self.name(number, suffix: suffix) == name
        else { return nil }
        return number
    }

    /// Returns the content of the file of `entries`.
    static func encode(_ entries: ArraySlice<SpoolEntry>, signal: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        let size = entries.reduce(headLength) { $0 + frameLength + $1.bytes.count }
        bytes.reserveCapacity(size)
        bytes += magic
        append(signal, to: &bytes)
        append(entries.first?.id.run ?? 0, to: &bytes)
        append(entries.first?.id.sequence ?? 0, to: &bytes)
        for entry in entries {
            append(UInt32(entry.bytes.count), to: &bytes)
            append(entry.id.sequence, to: &bytes)
            append(checksum(entry.bytes, entry.id.sequence), to: &bytes)
            bytes += entry.bytes
        }
        return bytes
    }

    /// The whole records of a file, and the number of bytes after them.
    struct Content {
        var signal: UInt64
        var entries: [SpoolEntry]
        var torn: Int
    }

    /// Returns the records before the first damaged byte; `nil` if it is not a segment.
    ///
    /// A record whose number is `limit` or larger counts as damaged.
    static func decode(
        _ bytes: [UInt8], arrived: Duration, below limit: UInt64 = numberLimit
    ) -> Content? {
        guard bytes.count >= headLength, bytes.starts(with: magic) else { return nil }
        let run = word(bytes, 16)
        var content = Content(signal: word(bytes, 8), entries: [], torn: 0)
        var position = headLength
        while position + frameLength <= bytes.count {
            let length = Int(word(bytes, position) & 0xFFFF_FFFF)
            let start = position + frameLength
            guard length <= bytes.count - start else { break }
            let sequence = word(bytes, position + 4)
            let payload = Array(bytes[start..<start + length])
            guard sequence < limit, checksum(payload, sequence) == word(bytes, position + 12)
            else { break }
            content.entries.append(
                SpoolEntry(
                    id: SpoolRecordID(run: run, sequence: sequence), bytes: payload,
                    arrived: arrived))
            position = start + length
        }
        content.torn = bytes.count - position
        return content
    }

    private static func checksum(_ bytes: [UInt8], _ sequence: UInt64) -> UInt64 {
        let mixed = sequence &* 0x9E37_79B1_85EB_CA87
        return XXH64.hash(bytes) ^ (mixed << 31 | mixed >> 33)
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }  // unsafe: used in the closure
    }

    private static func word(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
    }
}

/// A record that waits.
struct SpoolEntry {
    let id: SpoolRecordID
    let bytes: [UInt8]
    let arrived: Duration

    var size: Int { bytes.count + Segment.frameLength }
}
