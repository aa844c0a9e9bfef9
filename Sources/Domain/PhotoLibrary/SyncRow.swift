import Persistence
import PhotoFeed

/// The record of a run, as a row.
@Model("sync")
struct SyncRow {
    /// The number of the run; later runs have higher numbers.
    @PrimaryKey let number: Int64
    let ended: Int64
    let nanoseconds: Int64
    let outcome: Outcome
    /// The name of the error's code; `nil` unless the run failed.
    let code: String?
    let message: String?
    let pages: Int64
    let added: Int64
    let changed: Int64
    let removed: Int64
    let thumbnails: Int64
    let failures: Int64
    let bytes: Int64

    enum Outcome: String, ColumnValue { case finished, interrupted, failed }
}

/// The waits of a run for one cause, as a row.
@Model("sync_wait")
struct SyncWaitRow {
    @PrimaryKey let sync: Int64
    /// The position in the list of the run's waits.
    @PrimaryKey let position: Int64
    let reason: String
    let cause: String?
    /// The status of the answer, if that is the cause.
    let status: Int64?
    let count: Int64
    let nanoseconds: Int64
}

extension SyncRow {
    init(_ summary: SyncSummary, number: Int64, ended: FeedTime) {
        var failure: (code: String, message: String)?
        switch summary.outcome {
        case .finished: outcome = .finished
        case .interrupted: outcome = .interrupted
        case .failed(let code, let message):
            outcome = .failed
            failure = (code, message)
        }
        code = failure?.code
        message = failure?.message
        self.number = number
        self.ended = ended.secondsSinceEpoch
        nanoseconds = summary.duration.nanoseconds
        pages = Int64(summary.pages)
        added = Int64(summary.changes.added)
        changed = Int64(summary.changes.changed)
        removed = Int64(summary.changes.removed)
        thumbnails = Int64(summary.thumbnails)
        failures = Int64(summary.failedThumbnails)
        bytes = summary.bytes
    }

    func record(_ waits: [SyncWaitRow]) throws -> SyncRecord {
        var changes = ChangeSummary()
        changes.added = added.limited
        changes.changed = changed.limited
        changes.removed = removed.limited
        let outcome: SyncSummary.Outcome =
            switch outcome {
            case .finished: .finished
            case .interrupted: .interrupted
            case .failed: .failed(code: code ?? "", message: message ?? "")
            }
        return SyncRecord(
            end: FeedTime(secondsSinceEpoch: ended),
            summary: SyncSummary(
                duration: .nanoseconds(nanoseconds), outcome: outcome, pages: pages.limited,
                changes: changes, thumbnails: thumbnails.limited,
                failedThumbnails: failures.limited, bytes: max(0, bytes),
                waits: try waits.map { try $0.wait }))
    }
}

extension SyncWaitRow {
    init(_ wait: SyncWait, sync: Int64, position: Int) {
        self.sync = sync
        self.position = Int64(position)
        reason = wait.reason.rawValue
        cause = wait.cause.map(Self.name)
        if case .status(let status)? = wait.cause {
            self.status = Int64(status)
        } else {
            status = nil
        }
        count = Int64(wait.count)
        nanoseconds = wait.duration.nanoseconds
    }

    var wait: SyncWait {
        get throws(FeedError) {
            guard let reason = FeedPause.Reason(rawValue: reason) else {
                throw FeedError(
                    .libraryDamaged, "the library is damaged: unknown reason of a wait \(reason)")
            }
            return SyncWait(
                reason: reason, cause: feedCause, count: count.limited,
                duration: .nanoseconds(nanoseconds))
        }
    }

    private var feedCause: FeedPause.Cause? {
        if let status { return .status(Int(status)) }
        return Self.causes.first { Self.name($0) == cause }
    }

    /// The causes without a status.
    private static let causes: [FeedPause.Cause] = [
        .nameNotResolved, .connectionRefused, .noConnection, .connectTimedOut, .proxyFailed,
        .tlsFailed, .connectionLost, .timedOut,
    ]

    private static func name(_ cause: FeedPause.Cause) -> String {
        switch cause {
        case .nameNotResolved: "nameNotResolved"
        case .connectionRefused: "connectionRefused"
        case .noConnection: "noConnection"
        case .connectTimedOut: "connectTimedOut"
        case .proxyFailed: "proxyFailed"
        case .tlsFailed: "tlsFailed"
        case .connectionLost: "connectionLost"
        case .timedOut: "timedOut"
        case .status: "status"
        }
    }
}

extension Int64 {
    /// The stored number of a run, within what a run can reach: damage may leave any.
    fileprivate var limited: Int { Int(Swift.min(Swift.max(0, self), 1 << 40)) }
}

extension Duration {
    /// The whole nanoseconds, at most those of 292 years.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isOverflow else { return seconds < 0 ? .min : .max }
        let (sum, isTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
