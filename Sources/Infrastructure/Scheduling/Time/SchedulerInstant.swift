import CScheduling

/// A moment on a scheduler's clock, in nanoseconds since an origin of that clock.
///
/// Live schedulers use the system's monotonic clock; a test moves the clock of a
/// `VirtualScheduler`.
public struct SchedulerInstant: InstantProtocol, Hashable, Sendable {
    /// The nanoseconds since the clock's origin.
    public let nanoseconds: Int64

    /// Creates the moment `nanoseconds` after the clock's origin.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment that no clock reaches.
    public static let distantFuture = SchedulerInstant(nanoseconds: .max)

    /// The current time of the system's monotonic clock, which live schedulers use.
    package static var monotonicNow: SchedulerInstant {
        SchedulerInstant(nanoseconds: cs_monotonic_now())
    }

    /// Returns the moment `duration` later, clamped to the range instead of overflowing.
    public func advanced(by duration: Duration) -> SchedulerInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
        if overflow { return SchedulerInstant(nanoseconds: duration < .zero ? .min : .max) }
        return SchedulerInstant(nanoseconds: sum)
    }

    /// Returns the time from this moment to `other`.
    public func duration(to other: SchedulerInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: SchedulerInstant, rhs: SchedulerInstant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to the 64-bit range (292 years).
    package var clampedNanoseconds: Int64 {
        // Below nine seconds, one division of 64 bits does it.
        if let attoseconds = Int64(exactly: attoseconds) { return attoseconds / 1_000_000_000 }
        let (seconds, attoseconds) = components
        // The product of two 64-bit numbers fits, so no overflow has to be checked for.
        return Int64(
            clamping: Int128(seconds) &* 1_000_000_000 &+ Int128(attoseconds / 1_000_000_000))
    }
}
