import Persistence
import PhotoFeed
import Scheduling

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
        nanoseconds = summary.duration.clampedNanoseconds
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
        cause = wait.cause?.name
        status = wait.cause?.status.map { Int64($0) }
        count = Int64(wait.count)
        nanoseconds = wait.duration.clampedNanoseconds
    }

    var wait: SyncWait {
        get throws(FeedError) {
            guard let reason = FeedPause.Reason(rawValue: reason) else {
                throw FeedError(
                    .libraryDamaged, "the library is damaged: unknown reason of a wait \(reason)")
            }
            return SyncWait(
                reason: reason,
                cause: cause.flatMap { FeedPause.Cause($0, status: status.map { Int($0) }) },
                count: count.limited,
                duration: .nanoseconds(nanoseconds))
        }
    }
}

extension Int64 {
    /// The stored number of a run, within what a run can reach: damage may leave any.
    fileprivate var limited: Int { Int(Swift.min(Swift.max(0, self), 1 << 40)) }
}
