import Scheduling

/// The waits of a run, added up by their causes.
struct WaitMeter {
    private struct Kind: Hashable {
        let reason: FeedPause.Reason
        let cause: FeedPause.Cause?
    }

    private struct Sum {
        var count = 0
        var duration = Duration.zero
    }

    private var sums: [Kind: Sum] = [:]
    private var current: (pause: FeedPause, start: SchedulerInstant)?

    /// The number of causes in a summary; servers may send any status.
    private static let limit = 20

    /// Takes the beginning of a pause, or with `nil` its end.
    mutating func take(_ pause: FeedPause?, at now: SchedulerInstant) {
        guard pause != current?.pause else { return }
        if let current { add(current.pause, current.start.duration(to: now)) }
        current = pause.map { (pause: $0, start: now) }
    }

    /// Returns the waits until `now`, the longest first.
    func waits(until now: SchedulerInstant) -> [SyncWait] {
        var meter = self
        meter.take(nil, at: now)
        let waits = meter.sums.map { kind, sum in
            SyncWait(
                reason: kind.reason, cause: kind.cause, count: sum.count, duration: sum.duration)
        }
        return Array(waits.sorted { $0.duration > $1.duration }.prefix(Self.limit))
    }

    private mutating func add(_ pause: FeedPause, _ duration: Duration) {
        let kind = Kind(reason: pause.reason, cause: pause.cause)
        sums[kind, default: Sum()].count += 1
        sums[kind, default: Sum()].duration += duration
    }
}
