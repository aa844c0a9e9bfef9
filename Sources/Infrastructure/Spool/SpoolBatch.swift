/// The identity of a record, which the receiver uses to recognise a repetition.
public struct SpoolRecordID: Hashable, Sendable, CustomStringConvertible {
    /// A random number of the process that appended the record.
    public let run: UInt64
    /// The position of the record among those of the spool; it grows by one.
    public let sequence: UInt64

    /// The run and the sequence number in hexadecimal, with a hyphen.
    public var description: String {
        "\(String(run, radix: 16))-\(String(sequence, radix: 16))"
    }
}

/// A record with its identity.
public struct SpoolRecord: Hashable, Sendable {
    /// The identity.
    public let id: SpoolRecordID
    /// The bytes that were appended.
    public let bytes: [UInt8]
}

/// The oldest records of a spool, which are being sent.
public struct SpoolBatch: Sendable {
    /// The records, oldest first; at least one.
    public let records: [SpoolRecord]

    let number: Int
}

/// The limits of a batch.
public struct SpoolBatchLimit: Hashable, Sendable {
    /// The most records.
    public var count: Int
    /// The most bytes of the records; a single larger record is a batch of its own.
    public var bytes: Int

    /// Creates limits.
    public init(count: Int = 500, bytes: Int = 256 << 10) {
        self.count = count
        self.bytes = bytes
    }
}

/// The counts of a spool since it was opened.
public struct SpoolReport: Hashable, Sendable {
    /// The records that were appended.
    public internal(set) var appended = 0
    /// The records that the receiver has acknowledged.
    public internal(set) var delivered = 0
    /// The records that the receiver has refused for good, and that were set aside.
    public internal(set) var refused = 0
    /// The records that were removed because the memory or the disk was full.
    public internal(set) var dropped = 0
    /// The records that were larger than the limit, and were not stored.
    public internal(set) var oversized = 0
    /// The bytes after the last whole record of a segment, which were cut off.
    public internal(set) var cutBytes = 0
    /// The writes to the disk that failed; the records stayed in memory.
    public internal(set) var failedWrites = 0
    /// The description of the last failure of the disk.
    public internal(set) var lastFailure: String?
}
