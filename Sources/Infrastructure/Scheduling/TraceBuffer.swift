/// A ring buffer with the last runs of one scheduler; it never exceeds its capacity.
struct TraceBuffer {
    private var kept: [RecordedRun] = []
    private var next = 0

    mutating func append(_ run: RecordedRun, capacity: Int) {
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
