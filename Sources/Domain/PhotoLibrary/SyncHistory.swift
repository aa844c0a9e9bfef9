import Persistence
import PhotoFeed

/// The records of the last runs of a library.
enum SyncHistory {
    /// The number of records that a library keeps.
    static let limit: Int64 = 100

    /// Returns the records, newest first.
    static func records(in session: ReadSession) throws -> [SyncRecord] {
        let rows = try session.all(SyncRow.all.order(by: \.number, .descending))
        let waits = Dictionary(grouping: try session.all(SyncWaitRow.all), by: \.sync)
        return try rows.map { try $0.record(waits[$0.number] ?? []) }
    }

    /// Adds the record of a run, and removes the oldest ones beyond the limit.
    static func add(
        _ summary: SyncSummary, at time: FeedTime, in session: WriteSession
    ) throws {
        let last = try session.first(SyncRow.all.order(by: \.number, .descending))
        let number = try (last?.number ?? 0).next()
        try session.insert(SyncRow(summary, number: number, ended: time))
        try session.insert(
            contentsOf: summary.waits.enumerated().map { position, wait in
                SyncWaitRow(wait, sync: number, position: position)
            })
        try session.delete(SyncRow.where { $0.number <= number - limit })
        try session.delete(SyncWaitRow.where { $0.sync <= number - limit })
    }

    /// Replaces the outcome of the last record; without effect if there is none.
    static func correct(_ outcome: SyncSummary.Outcome, in session: WriteSession) throws {
        guard let last = try session.first(SyncRow.all.order(by: \.number, .descending)) else {
            return
        }
        let record = try last.record([])
        var summary = record.summary
        summary.outcome = outcome
        try session.upsert(SyncRow(summary, number: last.number, ended: record.end))
    }
}
