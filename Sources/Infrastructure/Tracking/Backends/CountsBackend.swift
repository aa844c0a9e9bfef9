public import Persistence

/// The number of events of a kind, a name and a label.
public struct TrackedCount: Hashable, Sendable {
    /// The kind.
    public let kind: TrackedKind
    /// The name.
    public let name: String
    /// The label; without one, the code of the error; empty if there is neither.
    public let label: String
    /// The number of events.
    public let count: Int64

    package init(kind: TrackedKind, name: String, label: String, count: Int64) {
        self.kind = kind
        self.name = name
        self.label = label
        self.count = count
    }
}

/// Counts the events in a database of this machine; nothing else of them is stored.
///
/// ```swift
/// let schema = DatabaseSchema(
///     program: 7, models: CountsBackend.models, migrations: CountsBackend.migrations)
/// let database = Database(engine, at: DatabasePlace("usage"), schema: schema, on: business)
/// let counts = CountsBackend { database }
/// let tracker = Tracker(to: [counts], installation: TrackingID())
/// tracker.track(.ux, "search")
/// await tracker.drained()
/// for count in try await counts.counts() { print(count.name, count.count) }
/// ```
///
/// The row of a count has its kind, name and label. Neither times nor identifiers are stored, so
/// the counts do not tell when something happened. The number of rows is limited by the words of
/// the program's source.
///
/// Thread-safe. A batch is one transaction on the writer of the database. An error of the database
/// is thrown, and its batch is not counted.
public struct CountsBackend: TrackingBackend {
    /// The models of the database.
    public static let models: [any Model.Type] = [UsageRow.self]
    /// The migrations that create the tables.
    public static let migrations = [
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
    public let name: TrackedWord = "counts"
    private let database: @Sendable () throws -> Database
    private var isWanted: @Sendable (TrackingID) throws -> Bool = { _ in true }

    /// Creates a backend in a database that has the `models` and the `migrations`.
    ///
    /// - Parameter database: returns the database; it is called for each batch, not before.
    public init(_ database: @escaping @Sendable () throws -> Database) {
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
    nonisolated(nonsending) public func receive(_ events: [TrackedEvent]) async throws {
        if events.isEmpty { return }
        try await database().write { [isWanted] session in
            let wanted = try Set(events.map(\.installation)).filter(isWanted)
            var sums: [UsageKey: Int64] = [:]
            for event in events where wanted.contains(event.installation) {
                let key = UsageKey(event)
                sums[key] = sums[key, default: 0].addingSaturated(event.times)
            }
            for (key, sum) in sums {
                let found = try session.find(UsageRow.self, (key.kind, key.name, key.label))
                var row = found ?? UsageRow(key)
                row.times = row.times.addingSaturated(sum)
                try session.upsert(row)
            }
        }
    }

    /// Removes all counts.
    ///
    /// - Throws: `PersistenceError`; the error of the database.
    nonisolated(nonsending) public func forget() async throws {
        try await database().write { session in _ = try session.delete(UsageRow.all) }
    }

    /// Returns the counts by kind, name and label.
    ///
    /// - Throws: `PersistenceError`; the error of the database.
    nonisolated(nonsending) public func counts() async throws -> [TrackedCount] {
        try await database().read { try $0.all(UsageRow.all) }.compactMap(\.count)
            .sorted {
                ($0.kind.rawValue, $0.name, $0.label) < ($1.kind.rawValue, $1.name, $1.label)
            }
    }
}

/// The key of a count.
private struct UsageKey: Hashable, Sendable {
    let kind: String
    let name: String
    let label: String

    init(_ event: TrackedEvent) {
        kind = event.kind.rawValue
        name = event.name.text
        label = event.label?.text ?? event.failure?.code ?? ""
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
    fileprivate init(_ key: UsageKey) {
        self.init(kind: key.kind, name: key.name, label: key.label, times: 0)
    }

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
