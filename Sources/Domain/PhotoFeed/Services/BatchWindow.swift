/// How many batches may be in flight: few at first, more as long as they come quickly, fewer while they take long.
///
/// Batches share the line. On a slow one, many at once would all take long, and a run that is stopped before
/// the first of them is whole would bring nothing.
struct BatchWindow {
    /// Enough to keep a distant server busy; each holds one answer in memory.
    static let largest = 12

    private static let quick = Duration.seconds(3)
    private static let slow = Duration.seconds(10)

    private(set) var size = 3

    /// Takes what the batch that has just ended tells of the line.
    mutating func batchTook(_ duration: Duration) {
        if duration < Self.quick {
            size = min(Self.largest, size + 2)
        } else if duration > Self.slow {
            size = max(1, size - 1)
        }
    }
}
