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
    public init(_ name: String, _ steps: [MigrationStep]) {
        self.name = name
        self.steps = steps
    }

    /// The steps as a database records them.
    var record: String { steps.map(\.description).joined(separator: "\n") }
}

/// A step of a migration, which a database records in words.
public enum MigrationStep: Sendable, CustomStringConvertible {
    /// Creates a table.
    case createTable(TableSchema)
    /// Creates an index.
    case createIndex(IndexSchema)
    /// Adds a column, with a value for the existing rows: null, a whole number, or text.
    case addColumn(ColumnSchema, StoredValue, to: String)
    /// Runs statements in the language of the engine, and names the tables of models that they make
    /// or change, as these are afterwards.
    ///
    /// An engine without a language ignores the statements.
    case statements([String], leadingTo: [TableSchema])

    /// Creates a table.
    public static func create(_ table: TableSchema) -> Self { .createTable(table) }

    /// Creates an index.
    public static func create(_ index: IndexSchema) -> Self { .createIndex(index) }

    /// Adds a column, with a value for the existing rows.
    public static func add(
        _ column: ColumnSchema, to table: String, value: StoredValue = .null
    ) -> Self {
        .addColumn(column, value, to: table)
    }

    /// Runs statements in the language of the engine, on tables without models.
    public static func statements(_ statements: [String]) -> Self {
        .statements(statements, leadingTo: [])
    }

    /// The step in one line, which a database records.
    public var description: String {
        switch self {
        case .createTable(let table): "create \(table)"
        case .createIndex(let index):
            "create index \(index.name) on \(index.table)"
                + "(\(index.columns.joined(separator: ", ")))"
        case .addColumn(let column, let value, let table):
            "add \(column) to \(table) with \(value)"
        case .statements(let statements, let tables):
            "run \(statements.joined(separator: "; "))"
                + tables.map { " leading to \($0)" }.joined()
        }
    }
}
