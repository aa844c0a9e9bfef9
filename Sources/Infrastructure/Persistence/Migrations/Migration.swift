/// A named step from one version of a database's tables to the next.
///
/// A database records its applied migrations. Each runs once, in one transaction, in the order of
/// the list. Never change a migration that has been released.
public struct Migration: Sendable {
    /// The name, which no other migration of the list has.
    public let name: String
    /// The steps, in their order.
    public let steps: [MigrationStep]

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - name: the name, which no other migration of the list has.
    ///   - steps: the steps, in their order.
    public init(_ name: String, _ steps: [MigrationStep]) {
        self.name = name
        self.steps = steps
    }

    /// The steps as a database records them.
    var record: String { steps.map(\.description).joined(separator: "\n") }
}

/// A report of the progress of a migration.
///
/// The closure that `Database` is given receives it on the scheduler of the writer, after each
/// slice of rows: 1,000 unless a `MigrationStep.backfill` has another number. Steps that neither
/// copy nor compute rows report nothing.
public struct MigrationProgress: Sendable, Hashable {
    /// The name of the migration.
    public let migration: String
    /// The number of rows that its current step has computed.
    public let rows: Int
    /// The number of rows that the step computes.
    public let total: Int
}
