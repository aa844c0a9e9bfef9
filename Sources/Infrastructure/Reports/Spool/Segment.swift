import Digests

/// A file with records of a spool.
///
/// The format, with integers in little-endian order: a head of 24 bytes (`spool/1` and a line feed,
/// the run, the first sequence number), and a frame for each record: the length of its bytes (4),
/// its sequence number (8), a checksum of both and of the bytes (8), and the bytes.
struct Segment {
    static let headLength = 24
    static let frameLength = 20
    private static let magic = Array("spool/1\n".utf8)
    private static let suffix = ".segment"
    private static let digits = 16
    /// The records of a spool have smaller numbers.
    static let numberLimit = UInt64.max / 4

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
    static func name(_ first: UInt64) -> String {
        let text = String(first, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text + suffix
    }

    /// Returns the first sequence number of a file, or `nil` if the name is not that of a segment.
    static func first(of name: String) -> UInt64? {
        guard name.hasSuffix(suffix), name.utf8.count == digits + suffix.utf8.count,
            let number = UInt64(name.prefix(digits), radix: 16), number < numberLimit,
            Self.name(number) == name
        else { return nil }
        return number
    }

    /// Returns the content of the file of `records`.
    static func encode(_ records: ArraySlice<SpoolRecord>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.reduce(headLength) { $0 + $1.size })
        bytes += magic
        append(records.first?.id.run ?? 0, to: &bytes)
        append(records.first?.id.sequence ?? 0, to: &bytes)
        for record in records {
            append(UInt32(record.bytes.count), to: &bytes)
            append(record.id.sequence, to: &bytes)
            append(checksum(record.bytes, record.id.sequence), to: &bytes)
            bytes += record.bytes
        }
        return bytes
    }

    /// Returns the records before the first damaged byte; `nil` if it is not a segment.
    static func decode(_ bytes: [UInt8], arrived: Duration) -> [SpoolRecord]? {
        guard bytes.count >= headLength, bytes.starts(with: magic) else { return nil }
        let run = word(bytes, 8)
        var records: [SpoolRecord] = []
        var position = headLength
        while position + frameLength <= bytes.count {
            let length = Int(word(bytes, position) & 0xFFFF_FFFF)
            let start = position + frameLength
            guard length <= bytes.count - start else { break }
            let sequence = word(bytes, position + 4)
            let payload = Array(bytes[start..<start + length])
            guard sequence < numberLimit, checksum(payload, sequence) == word(bytes, position + 12)
            else { break }
            records.append(
                SpoolRecord(
                    id: SpoolRecord.ID(run: run, sequence: sequence), bytes: payload,
                    arrived: arrived))
            position = start + length
        }
        return records
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

extension SpoolRecord {
    /// The bytes on the disk.
    var size: Int { bytes.count + Segment.frameLength }
}
