import Synchronization

/// A ring buffer with the last runs of one scheduler; it never exceeds its capacity.
struct TraceBuffer {
    /// The number of runs that each buffer keeps; 0 while the recorder is off.
    static let capacity = Atomic<Int>(0)

    private var kept: [RecordedRun] = []
    private var next = 0

    mutating func append(_ run: RecordedRun) {
        let capacity = Self.capacity.load(ordering: .relaxed)
        guard capacity > 0 else { return }
        if kept.count < capacity {
            kept.append(run)
        } else {
            kept[next % kept.count] = run
            next = (next + 1) % kept.count
        }
    }

    var recordedRuns: [RecordedRun] { Array(kept[next...] + kept[..<next]) }
}
