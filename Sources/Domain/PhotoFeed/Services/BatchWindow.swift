/// The number of batches in flight, adjusted to their duration.
///
/// It is small at first, grows while batches are fast, and shrinks while they are slow. Batches
/// share the connection's bandwidth. On a slow connection, many concurrent batches would all take
/// long, and a run that is stopped before the first of them is complete would store nothing.
struct BatchWindow {
    /// Enough to keep a distant server busy; each batch holds one answer in memory.
    static let largest = 12

    private static let quick = Duration.seconds(3)
    private static let slow = Duration.seconds(10)

    private(set) var size = 3

    /// Adjusts the window to the duration of the batch that has just ended.
    mutating func recordDuration(_ duration: Duration) {
        if duration < Self.quick {
            size = min(Self.largest, size + 2)
        } else if duration > Self.slow {
            size = max(1, size - 1)
        }
    }
}
