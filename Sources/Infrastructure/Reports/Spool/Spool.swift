import DurableFiles

/// A bounded queue of records for a receiver that is slow or absent: memory first, then the disk.
///
/// A record is any bytes. It stays in memory until there are as many as `memory`. Then all records
/// in memory become a segment: a file with a checksum for each record. A killed process loses at
/// most its memory, and repeats at most the batch that was being sent. A record has an identity, so
/// that the receiver can recognise a repetition.
///
/// Beyond the bytes `disk`, the oldest segments are removed. A failed write keeps the records in
/// memory, whose oldest ones are then removed. The spool therefore never grows without limit.
///
/// A spool owns its folder by a lock of the system. Files that are not its own are neither read nor
/// removed. A `SpoolDelivery` adds the records, and sends them at the water line.
///
/// It belongs to one scheduler, like the service that owns it, and is not thread-safe. `append`
/// usually costs the copy of the bytes; each time that the memory is full, it blocks on the disk
/// for one file.
public final class Spool {  // not @Schedulable: confined to the scheduler of its owner
    /// The largest record in bytes.
    static let recordLimit = 256 << 10
    /// The bytes that a file occupies at least.
    static let block = 4_096
    /// The bytes of a batch; a single larger record is a batch of its own.
    private static let batchBytes = 256 << 10

    let folder: DurableFolder
    private let lock: FolderLock
    private let run = UInt64.random(in: 1 ... .max)
    private let memoryLimit: Int
    let diskLimit: Int
    private let waterLine: WaterLine
    let batchLimit: Int
    let now: () -> Duration
    private let lossRecord: ((Int) -> [UInt8])?

    var memory: [SpoolRecord] = []
    /// The segments on the disk, in the order of their records.
    var segments: [Segment] = []
    var flight: Flight?
    var nextSequence: UInt64 = 1
    /// The lost records that no record has reported yet.
    private var unreportedLoss = 0
    /// The appends until a failed write is tried again.
    private var pause = 0

    /// The records that are being sent.
    struct Flight {
        /// The segments that contain them; empty if they came from the memory.
        var segments: [Segment]
        let records: [SpoolRecord]
    }

    /// Opens the spool in `folder`, and finds the records of earlier processes.
    ///
    /// - Parameters:
    ///   - folder: the path; the folder is created, with the permission bits 0700, unless it
    ///     exists.
    ///   - memory: the number of records in memory that become a segment.
    ///   - disk: the bytes on the disk beyond which the oldest segments are removed; each counts as
    ///     4 KiB or more.
    ///   - waterLine: the amount of records that are to be sent.
    ///   - lossRecord: makes a record that states how many records were lost; it is appended in
    ///     their place.
    /// - Throws: `SpoolError`: `.locked` or `.unusable`.
    public convenience init(
        in folder: String, memory: Int = 256, disk: Int = 64 << 20,
        waterLine: WaterLine = WaterLine(), lossRecord: ((Int) -> [UInt8])? = nil
    ) throws(SpoolError) {
        let start = ContinuousClock.now
        try self.init(
            in: folder, memory: memory, disk: disk, waterLine: waterLine, batch: 500,
            lossRecord: lossRecord, now: { ContinuousClock.now - start })
    }

    init(
        in folder: String, memory: Int, disk: Int, waterLine: WaterLine, batch: Int,
        lossRecord: ((Int) -> [UInt8])?, now: @escaping () -> Duration
    ) throws(SpoolError) {
        memoryLimit = memory
        diskLimit = disk
        self.waterLine = waterLine
        batchLimit = batch
        self.lossRecord = lossRecord
        self.now = now
        do {
            self.folder = try DurableFolder(own: folder)
            lock = try FolderLock("spool.lock", in: self.folder)
            try load()
        } catch {
            throw SpoolError(error)
        }
    }

    /// The records that are being sent, and that are in memory only.
    private var flown: [SpoolRecord] {
        flight?.segments.isEmpty == true ? flight?.records ?? [] : []
    }

    /// The number of records that wait or are being sent.
    var count: Int { memory.count + flown.count + segments.reduce(0) { $0 + $1.count } }

    /// Whether the records are to be sent.
    var isWaterLineReached: Bool {
        let oldest = segments.first?.arrived ?? flown.first?.arrived ?? memory.first?.arrived
        guard let oldest else { return false }
        return count >= waterLine.count || now() - oldest >= waterLine.age
    }

    /// Adds a record after all others.
    ///
    /// A record of more than 256 KiB is not stored, and counts as lost.
    public func append(_ bytes: [UInt8]) {
        guard bytes.count <= Self.recordLimit else { return lose(1) }
        store(bytes)
        if memory.count + flown.count >= memoryLimit { writeOrDrop() }
    }

    /// Writes all records in memory to the disk.
    func spill() {
        pause = 0
        reportLoss()
        _ = writeMemory()
    }

    /// Writes all records in memory to the disk, including those that are being sent.
    ///
    /// The next process finds them. The spool releases its folder when the last reference to it
    /// ends.
    func close() {
        putBack()
        spill()
    }

    /// Removes all records from the memory and the disk, also those that are being sent.
    ///
    /// They are not reported as lost. The next process finds a file that cannot be removed.
    func discard() {
        flight = nil
        memory = []
        unreportedLoss = 0
        segments.forEach(remove)
        segments = []
    }

    private func store(_ bytes: [UInt8]) {
        let id = SpoolRecord.ID(run: run, sequence: nextSequence)
        nextSequence += 1
        memory.append(SpoolRecord(id: id, bytes: bytes, arrived: now()))
    }

    /// Counts lost records, which the next record in their place reports.
    func lose(_ count: Int) { unreportedLoss += count }

    /// Appends the record that states the losses.
    func reportLoss() {
        guard unreportedLoss > 0, let lossRecord else { return }
        let record = lossRecord(unreportedLoss)
        unreportedLoss = 0
        store(record)
    }

    /// Writes the memory to the disk; if that fails, removes its oldest records.
    private func writeOrDrop() {
        if pause > 0 {
            pause -= 1
        } else if writeMemory() {
            return reportLoss()
        } else {
            pause = 64
        }
        let dropped = max(0, memory.count - max(1, memoryLimit - 1))
        memory.removeFirst(dropped)
        lose(dropped)
    }

    /// The number of the first records that make up a batch; at least one.
    func batchPrefix(of records: [SpoolRecord]) -> Int {
        var (count, bytes) = (0, 0)
        for record in records.prefix(batchLimit) {
            bytes += record.bytes.count
            if count > 0, bytes > Self.batchBytes { break }
            count += 1
        }
        return count
    }

    /// Whether a segment fits into a batch that has `count` records with `bytes`.
    func fits(_ segment: Segment, _ count: Int, _ bytes: Int) -> Bool {
        count == 0
            || count + segment.count <= batchLimit && bytes + segment.bytes <= Self.batchBytes
    }
}
