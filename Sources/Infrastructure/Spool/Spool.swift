import Digests
import DurableFiles

/// A bounded queue of records for a receiver that is slow or absent: memory first, then the disk.
///
/// ```swift
/// let spool = try Spool(
///     in: "\(cache)/reports", signal: "logs", memory: .count(256), disk: .bytes(64 << 20),
///     waterLine: .any(.count(500), .age(.seconds(300))))
/// spool.append(Array("started".utf8))
/// if spool.isWaterLineReached, let batch = spool.nextBatch() {
///     upload(batch.records) ? spool.acknowledge(batch) : spool.putBack(batch)
/// }
/// spool.close()
/// ```
///
/// A record is any bytes. It stays in memory until the line `memory` is reached. Then all records
/// in memory become a segment: a file with a checksum for each record. A killed process loses at
/// most its memory, and repeats at most the batch that was being sent. A record has an identity, so
/// that the receiver can recognise a repetition.
///
/// Beyond the line `disk`, the oldest segments are removed and counted. A failed write keeps the
/// records in memory, whose oldest ones are then removed beyond its line. The spool therefore never
/// grows without limit.
///
/// A spool owns its folder by a lock of the system. Files that are not its own are neither read nor
/// removed. `SpoolDelivery` sends the batches, one at a time.
///
/// It belongs to one scheduler, like the service that owns it, and is not thread-safe. `append`
/// usually costs the copy of the bytes; each time that the memory is full, it blocks on the disk
/// for one file.
public final class Spool {  // not @Schedulable: confined to the scheduler of its owner
    /// The largest record in bytes.
    public static let recordLimit = 256 << 10
    static let refusedSuffix = ".refused"
    /// The number of refused segments that are kept for inspection.
    static let refusedLimit = 8
    /// The bytes that a file occupies at least.
    static let block = 4_096

    /// The counts since the spool was opened.
    public internal(set) var report = SpoolReport()

    let folder: DurableFolder
    private let lock: FolderLock
    let signal: UInt64
    let run = UInt64.random(in: 1 ... .max)
    let memoryLine: any WaterLine
    let diskLine: any WaterLine
    let waterLine: any WaterLine
    let batchLimit: SpoolBatchLimit
    let durability: Durability
    let now: () -> Duration
    let lossRecord: ((Int) -> [UInt8])?

    var memory: [SpoolEntry] = []
    var memoryBytes = 0
    /// The segments on the disk, in the order of their records.
    var segments: [Segment] = []
    /// The first sequence numbers of the segments that could not be read at the last attempt.
    var unreadable: Set<UInt64> = []
    /// The segments whose records were discarded, and whose files could not be removed.
    var discarded: [Segment] = []
    var flight: Flight?
    var flights = 0
    var nextSequence: UInt64 = 1
    /// The lost records that no record has reported yet.
    var unreportedLoss = 0
    /// The appends until a failed write is tried again.
    var pause = 0

    /// The records that are being sent.
    struct Flight {
        let number: Int
        /// The segments that contain them; empty if they came from the memory.
        var segments: [Segment]
        var entries: [SpoolEntry]
    }

    /// Opens the spool in `folder`, and finds the records of earlier processes.
    ///
    /// - Parameters:
    ///   - folder: the path; the folder is created, with the permission bits 0700, unless it
    ///     exists.
    ///   - signal: the name of what is stored. Spools of different signals never share a folder.
    ///   - memory: the threshold at which the records in memory become a segment.
    ///   - disk: the threshold at which the oldest segments are removed; each counts as 4 KiB or
    ///     more.
    ///   - waterLine: the threshold at which the records are to be sent.
    ///   - batch: the limits of a batch.
    ///   - survivesPowerCut: whether each segment is flushed to the medium, which takes
    ///     milliseconds. Otherwise it survives the process, and a power cut may damage its end.
    ///   - lossRecord: makes a record that states how many records were lost; it is appended in
    ///     their place.
    ///   - now: the clock of the ages.
    /// - Throws: `SpoolError`: `.locked`, `.otherSignal` or `.unusable`.
    public init(
        in folder: String, signal: String, memory: some WaterLine = .count(256),
        disk: some WaterLine = .bytes(64 << 20),
        waterLine: some WaterLine = .any(.count(500), .age(.seconds(300))),
        batch: SpoolBatchLimit = SpoolBatchLimit(), survivesPowerCut: Bool = false,
        lossRecord: ((Int) -> [UInt8])? = nil,
        now: @escaping () -> Duration = Spool.monotonicClock()
    ) throws(SpoolError) {
        do {
            self.folder = try DurableFolder(own: folder)
            lock = try FolderLock("spool.lock", in: self.folder)
        } catch {
            throw SpoolError(error)
        }
        self.signal = XXH64.hash(Array(signal.utf8))
        memoryLine = memory
        diskLine = disk
        self.waterLine = waterLine
        batchLimit = batch
        durability = survivesPowerCut ? .full : .atomic
        self.lossRecord = lossRecord
        self.now = now
        try load()
    }

    /// Returns the system's monotonic clock, from the moment of this call.
    public static func monotonicClock() -> () -> Duration {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }

    /// The amount of all records that wait or are being sent.
    public var level: SpoolLevel { level(of: segments) }

    private func level(of segments: [Segment]) -> SpoolLevel {
        let flown = flight?.segments.isEmpty == true ? flight?.entries ?? [] : []
        var level = SpoolLevel(
            count: memory.count + flown.count,
            bytes: memoryBytes + flown.reduce(0) { $0 + $1.size })
        for segment in segments {
            level.count += segment.count
            level.bytes += segment.bytes
        }
        let oldest = segments.first?.arrived ?? flown.first?.arrived ?? memory.first?.arrived
        if let oldest { level.age = max(.zero, now() - oldest) }
        return level
    }

    /// Whether the records are to be sent.
    ///
    /// A segment that could not be read does not count; a batch that is requested tries it again.
    public var isWaterLineReached: Bool {
        let level =
            unreadable.isEmpty
            ? level : level(of: segments.filter { !unreadable.contains($0.first) })
        return level.count > 0 && waterLine.isReached(by: level)
    }

    /// Adds a record after all others.
    ///
    /// A record of more than `recordLimit` bytes is counted, and not stored.
    public func append(_ bytes: [UInt8]) {
        report.appended += 1
        guard bytes.count <= Self.recordLimit else {
            report.oversized += 1
            return lose(1)
        }
        store(bytes)
        if isMemoryFull { spillOrDrop() }
    }

    /// Writes all records in memory to the disk.
    ///
    /// - Returns: whether every record is on the disk.
    @discardableResult
    public func spill() -> Bool {
        pause = 0
        reportLoss()
        return writeMemory()
    }

    /// Writes all records in memory to the disk, including those that are being sent.
    ///
    /// The next process finds them. The spool releases its folder when the last reference to it
    /// ends.
    public func close() {
        if let flight { putBack(flight) }
        flight = nil
        spill()
        removeDiscarded()
    }

    /// Removes all records from the memory and the disk, also those that were set aside.
    ///
    /// They are neither counted nor reported. A batch that is being sent can no longer be
    /// acknowledged. A file that cannot be removed is removed by a later call, or by `close()`.
    public func discard() {
        flight = nil
        memory = []
        memoryBytes = 0
        unreportedLoss = 0
        discarded += segments
        segments = []
        removeDiscarded()
        removeRefused(keeping: 0)
    }

    func store(_ bytes: [UInt8]) {
        let entry = SpoolEntry(
            id: SpoolRecordID(run: run, sequence: nextSequence), bytes: bytes, arrived: now())
        nextSequence += 1
        memory.append(entry)
        memoryBytes += entry.size
    }

    var isMemoryFull: Bool {
        guard let first = memory.first else { return false }
        let flown = flight?.segments.isEmpty == true ? flight?.entries.count ?? 0 : 0
        return memoryLine.isReached(
            by: SpoolLevel(
                count: memory.count + flown, bytes: memoryBytes, age: now() - first.arrived))
    }

    /// Counts lost records, which the next record in their place reports.
    func lose(_ count: Int) {
        unreportedLoss += count
    }

    /// Writes the memory to the disk; if that fails, removes its oldest records.
    private func spillOrDrop() {
        if pause > 0 {
            pause -= 1
        } else if writeMemory() {
            return reportLoss()
        } else {
            pause = 64
        }
        var dropped = 0
        while memory.count > dropped + 1,
            memoryLine.isReached(
                by: SpoolLevel(
                    count: memory.count - dropped, bytes: memoryBytes,
                    age: now() - memory[dropped].arrived))
        {
            memoryBytes -= memory[dropped].size
            dropped += 1
        }
        memory.removeFirst(dropped)
        report.dropped += dropped
        lose(dropped)
    }
}
