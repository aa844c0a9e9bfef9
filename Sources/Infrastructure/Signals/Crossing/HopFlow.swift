/// The times at which the delivery side of a hop checks the queue; a pure state machine.
///
/// After a batch of a flowing stream, the delivery side checks the queue a few more times before it
/// sleeps. A wake-up for each value would cost both sides more than the checks.
@usableFromInline
struct HopFlow {
    /// The number of values delivered since the stream was dry.
    @usableFromInline var delivered = 0
    /// The number of further checks before the stream counts as dry.
    @usableFromInline var checks = 0
    /// The number of turns to skip before the next check.
    @usableFromInline var skippedTurns = 0

    @inlinable
    init() {}

    /// Whether no further check is due, so that the delivery side may sleep.
    @inlinable var isDry: Bool { checks == 0 }

    /// Begins a turn.
    ///
    /// - Returns: whether to check the queue now; otherwise other work runs first, and then there
    ///   is another turn.
    @inlinable
    mutating func begin() -> Bool {
        if skippedTurns == 0 { return true }
        skippedTurns -= 1
        return false
    }

    /// Records the number of values that a check has found.
    @inlinable
    mutating func found(_ count: Int) {
        if count > 0 {
            delivered &+= count
            checks = delivered > Self.flow ? Self.maximumChecks : 0
        } else if checks > 0 {
            checks -= 1
            if checks == 0 { delivered = 0 }
        }
        // A check takes the buffer away from the producer's processor for a moment. So small
        // batches grow while other work runs.
        if checks > 0, count < Self.fairBatch { skippedTurns = Self.maximumSkippedTurns }
    }

    /// The number of values after which a stream counts as flowing.
    @inlinable static var flow: Int { 256 }

    @inlinable static var maximumChecks: Int { 8 }

    /// The size of a batch from which an immediate further check pays.
    @inlinable static var fairBatch: Int { 64 }

    /// The number of turns of other work that follow a small batch.
    @inlinable static var maximumSkippedTurns: Int { 8 }
}
