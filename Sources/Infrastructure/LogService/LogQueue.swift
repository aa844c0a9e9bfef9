import Logging

/// The records that wait for one observer.
///
/// A full queue drops the oldest record of the lowest level. It is therefore not a `Mailbox`, which
/// refuses the newest value.
struct LogQueue {
    /// The records of one level.
    ///
    /// It is not a `FIFOQueue`, which belongs to Signals: a log does not depend on signals.
    private struct Lane {
        var records: [LogRecord] = []
        var head = 0

        var isEmpty: Bool { head == records.count }

        mutating func dropFirst() {
            head += 1
            guard head > 64, head * 2 > records.count else { return }
            records.removeFirst(head)
            head = 0
        }
    }

    let capacity: Int
    private var lanes = [Lane](repeating: Lane(), count: Logger.Level.allCases.count)
    private(set) var count = 0
    /// The records that were dropped since the last `takeAll`.
    private(set) var dropped = 0
    /// Whether an item that empties the queue is posted.
    var isScheduled = false
    var isCancelled = false

    init(capacity: Int) { self.capacity = max(1, capacity) }

    mutating func append(_ record: LogRecord) {
        let level = record.level.index
        if count == capacity {
            dropped += 1
            guard let lowest = lanes.indices.first(where: { !lanes[$0].isEmpty }), lowest <= level
            else { return }
            lanes[lowest].dropFirst()
            count -= 1
        }
        lanes[level].records.append(record)
        count += 1
    }

    /// Removes all records, and returns them in their order with the number of dropped ones.
    mutating func takeAll() -> (records: [LogRecord], dropped: Int) {
        var records: [LogRecord] = []
        records.reserveCapacity(count)
        for index in lanes.indices {
            records += lanes[index].records[lanes[index].head...]
            lanes[index] = Lane()
        }
        records.sort { $0.number < $1.number }
        defer { (count, dropped) = (0, 0) }
        return (records, dropped)
    }
}

extension Logger.Level {
    // Not by `allCases`: a call of a disabled level reads them.

    /// The position among all levels, from the lowest.
    var index: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }

    /// The level at a position.
    init(index: Int) {
        self =
            switch index {
            case 0: .trace
            case 1: .debug
            case 2: .info
            case 3: .notice
            case 4: .warning
            case 5: .error
            default: .critical
            }
    }

    var bit: UInt8 { 1 << UInt8(index) }
}
