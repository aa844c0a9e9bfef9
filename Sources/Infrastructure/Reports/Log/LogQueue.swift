import Logging

/// The records that wait for one observer.
///
/// A full queue drops the oldest record of the lowest level. It is therefore not a `Mailbox`, which
/// refuses the newest value.
struct LogQueue {
    /// The records of each level.
    private var lanes = [[LogRecord]](repeating: [], count: Logger.Level.allCases.count)
    private let capacity: Int
    private var count = 0
    private var dropped = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    mutating func append(_ record: LogRecord) {
        let level = record.level.index
        if count == capacity {
            dropped += 1
            guard let lowest = lanes.firstIndex(where: { !$0.isEmpty }), lowest <= level else {
                return
            }
            lanes[lowest].removeFirst()
            count -= 1
        }
        lanes[level].append(record)
        count += 1
    }

    /// Removes all records, and returns them in their order with the number of dropped ones.
    mutating func takeAll() -> (records: [LogRecord], dropped: Int) {
        defer { self = LogQueue(capacity: capacity) }
        return (lanes.joined().sorted { $0.number < $1.number }, dropped)
    }
}

extension Logger.Level {
    // Not by `allCases`: a call of a disabled level reads it.

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
}
