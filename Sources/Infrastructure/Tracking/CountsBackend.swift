package import Persistence

/// The number of events of a kind, a name and a label.
package struct TrackedCount: Hashable, Sendable {
    /// The kind.
    package let kind: TrackedKind
    /// The name.
    package let name: String
    /// The label; without one, the code of the error; empty if there is neither.
    package let label: String
    /// The number of events.
    package let count: Int64
}

/// Counts the events in a database of this machine; nothing else of them is stored.
///
/// The row of a count has its kind, name and label. Neither times nor identifiers are stored, so
/// the counts do not tell when something happened. The number of rows is limited by the words of
/// the program's source.
///
/// Thread-safe. A batch is one transaction on the writer of the database. An error of the database
/// is thrown, and its batch is not counted.
package struct CountsBackend: TrackingBackend {
    /// The models of the database.
    package static let models: [any Model.Type] = [UsageRow.self]
    /// The migrations that create the tables.
    package static let migrations = [
        Migration(
            "usage",
            [
                .create(
                    TableSchema(
                        "usage",
                        [
                            .key("kind", .text), .key("name", .text), .key("label", .text),
                            .column("times", .integer),
                        ]))
            ])
    ]

    /// The name in reports.
    package let name: TrackedWord = "counts"
    private let database: @Sendable () throws -> Database
    private var isWanted: @Sendable (TrackingID) throws -> Bool = { _ in true }

    /// Creates a backend in a database that has the `models` and the `migrations`.
    ///
    /// - Parameter database: returns the database; it is called for each batch, not before.
    package init(_ database: @escaping @Sendable () throws -> Database) {
        self.database = database
    }

    /// Returns a backend that drops the events of installations that are no longer wanted.
    ///
    /// The condition is evaluated within the transaction of the counts. So no count is added after
    /// another process has withdrawn the condition, and has then removed the counts.
    ///
    /// - Parameter isWanted: whether the events of an installation count; it may block.
    func counting(
        onlyIf isWanted: @escaping @Sendable (TrackingID) throws -> Bool
    ) -> CountsBackend {
        var backend = self
        backend.isWanted = isWanted
        return backend
    }

    /// Adds the events to the counts, in one transaction.
    ///
    /// - Throws: `PersistenceError`; the error of the database; the error of the condition.
    nonisolated(nonsending) package func receive(_ events: [TrackedEvent]) async throws {
        if events.isEmpty { return }
        try await database().write { [isWanted] session in
            let wanted = try Set(events.map(\.installation)).filter(isWanted)
            for event in events where wanted.contains(event.installation) {
                let (kind, name) = (event.action.kind.rawValue, event.action.name.text)
                let label = event.action.labelText
                var row =
                    try session.find(UsageRow.self, (kind, name, label))
                    ?? UsageRow(kind: kind, name: name, label: label, times: 0)
                row.times = row.times.addingSaturated(event.action.times)
                try session.upsert(row)
            }
        }
    }

    /// Removes all counts.
    ///
    /// - Throws: `PersistenceError`; the error of the database.
    nonisolated(nonsending) package func forget() async throws {
        try await database().write { session in _ = try session.delete(UsageRow.all) }
    }

    /// Returns the counts by kind, name and label.
    ///
    /// - Throws: `PersistenceError`; the error of the database.
    nonisolated(nonsending) package func counts() async throws -> [TrackedCount] {
        try await database().read { try $0.all(UsageRow.all) }.compactMap(\.count)
            .sorted {
                ($0.kind.rawValue, $0.name, $0.label) < ($1.kind.rawValue, $1.name, $1.label)
            }
    }
}

/// The row of a count.
@Model("usage")
struct UsageRow: Hashable {
    @PrimaryKey let kind: String
    @PrimaryKey let name: String
    @PrimaryKey let label: String
    var times: Int64
}

extension UsageRow {
    /// The count; `nil` for a kind of a later version.
    fileprivate var count: TrackedCount? {
        TrackedKind(rawValue: kind).map {
            TrackedCount(kind: $0, name: name, label: label, count: times)
        }
    }
}

extension Int64 {
    /// The sum of positive numbers, clamped to the range instead of overflowing.
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
