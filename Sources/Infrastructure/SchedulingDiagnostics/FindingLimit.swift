import Scheduling

/// The limit of similar findings of the watchdog: a token bucket for each origin.
///
/// A pure value: the time is a parameter. Origins that were not seen for the longest time are
/// forgotten, so the memory is bounded.
struct FindingLimit: Sendable {
    /// The properties that similar findings share.
    private struct Origin: Hashable {
        let kind: Watchdog.Finding.Kind
        let scheduler: String
        let activity: String?
    }

    private struct Bucket {
        /// The moment up to which the tokens are counted.
        var countedAt: SchedulerInstant
        var seenAt: SchedulerInstant
        var tokens: Int
        var leftOut = 0
    }

    /// The number of origins that are kept.
    static let capacity = 256

    private let burst: Int
    private let interval: Duration
    private var buckets: [Origin: Bucket] = [:]

    /// Creates the limit.
    ///
    /// - Parameters:
    ///   - burst: the number of similar findings that are admitted at once; at least 1.
    ///   - interval: the time in which another one is admitted; zero for no limit.
    init(burst: Int, interval: Duration) {
        self.burst = max(1, burst)
        self.interval = interval
    }

    /// Returns a finding with the number of those left out before it; `nil` if it is left out.
    mutating func admit(
        _ finding: Watchdog.Finding, at now: SchedulerInstant
    ) -> Watchdog.Finding? {
        guard interval > .zero else { return finding }
        let origin = Origin(
            kind: finding.kind, scheduler: finding.scheduler, activity: finding.activity)
        var bucket =
            buckets[origin] ?? Bucket(countedAt: now, seenAt: now, tokens: burst)
        fill(&bucket, until: now)
        bucket.seenAt = max(bucket.seenAt, now)
        var admitted: Watchdog.Finding?
        if bucket.tokens > 0 {
            admitted = finding
            admitted?.leftOut = bucket.leftOut
            bucket.tokens -= 1
            bucket.leftOut = 0
        } else {
            bucket.leftOut += 1
        }
        buckets[origin] = bucket
        if buckets.count > Self.capacity { forgetOne() }
        return admitted
    }

    /// Adds a token for each interval that has passed.
    private func fill(_ bucket: inout Bucket, until now: SchedulerInstant) {
        let passed = bucket.countedAt.duration(to: now)
        guard passed >= interval else { return }
        let intervals = (passed / interval).rounded(.down)
        guard intervals < Double(burst - bucket.tokens) else {
            (bucket.tokens, bucket.countedAt) = (burst, now)
            return
        }
        bucket.tokens += Int(intervals)
        bucket.countedAt = bucket.countedAt.advanced(by: interval * Int(intervals))
    }

    private mutating func forgetOne() {
        guard let oldest = buckets.min(by: { $0.value.seenAt < $1.value.seenAt }) else { return }
        buckets[oldest.key] = nil
    }
}

/// Passes on the findings that the limit admits, from any thread.
final class FindingFilter: Sendable {
    private let limit: Guarded<FindingLimit>
    private let report: @Sendable (Watchdog.Finding) -> Void

    init(
        _ limit: FindingLimit, before report: @escaping @Sendable (Watchdog.Finding) -> Void
    ) {
        self.limit = Guarded(limit)
        self.report = report
    }

    func receive(_ finding: Watchdog.Finding, at now: SchedulerInstant) {
        // The report runs after the lock, because it may wait for a terminal.
        if let admitted = limit.withLock({ $0.admit(finding, at: now) }) { report(admitted) }
    }
}
