/// A step of a migration.
///
/// The steps of a migration are a part of it: databases record their descriptions, and a migration
/// that was changed later is refused. The description of a step that computes values contains its
/// name instead of the code.
public struct MigrationStep: Sendable, CustomStringConvertible {
    /// The values of one row, by the names of the columns.
    public typealias Row = [String: StoredValue]
    /// Computes new values of a row from its current ones.
    public typealias Computation = @Sendable (Row) throws -> Row

    enum Action: Sendable {
        case change(SchemaChange)
        case dropColumn(String, in: String)
        case recreate(TableSchema, name: String, Computation?)
        case combine([String], into: ColumnSchema, in: String, name: String, Computation)
        case backfill(String, [String], slice: Int, name: String, Computation)
    }

    let action: Action

    private init(_ action: Action) { self.action = action }

    /// Creates a table.
    public static func create(_ table: TableSchema) -> Self { Self(.change(.createTable(table))) }

    /// Drops a table with its rows and indexes.
    public static func drop(_ table: String) -> Self { Self(.change(.dropTable(table))) }

    /// Renames a table; references of other tables follow it.
    public static func rename(_ table: String, to name: String) -> Self {
        Self(.change(.renameTable(table, to: name)))
    }

    /// Adds a column, with a value for the existing rows.
    public static func add(
        _ column: ColumnSchema, to table: String, value: StoredValue = .null
    ) -> Self {
        Self(.change(.addColumn(column, value, to: table)))
    }

    /// Removes a column and its values.
    public static func drop(column: String, of table: String) -> Self {
        Self(.dropColumn(column, in: table))
    }

    /// Renames a column.
    public static func rename(column: String, to name: String, of table: String) -> Self {
        Self(.change(.renameColumn(column, to: name, in: table)))
    }

    /// Creates an index.
    public static func create(_ index: IndexSchema) -> Self { Self(.change(.createIndex(index))) }

    /// Drops an index.
    public static func drop(index: String) -> Self { Self(.change(.dropIndex(index))) }

    /// Replaces some columns of a table with one that is computed from them.
    ///
    /// - Parameters:
    ///   - columns: the columns, which are removed.
    ///   - column: the new column.
    ///   - table: the name of the table.
    ///   - name: the name of the computation, which the database records.
    ///   - compute: returns the value of the new column for a row.
    public static func combine(
        _ columns: [String], into column: ColumnSchema, of table: String, by name: String,
        _ compute: @escaping @Sendable (Row) throws -> StoredValue
    ) -> Self {
        Self(
            .combine(columns, into: column, in: table, name: name) { row in
                [column.name: try compute(row)]
            })
    }

    /// Replaces a table by one with another schema, and copies the rows.
    ///
    /// - Parameters:
    ///   - table: the new schema, with the name of the current table.
    ///   - name: the name of the computation, which the database records.
    ///   - compute: returns the values of the columns that are new, and of those that change;
    ///     without it, the columns of equal names are copied.
    public static func recreate(
        _ table: TableSchema, by name: String = "copy", _ compute: Computation? = nil
    ) -> Self {
        Self(.recreate(table, name: name, compute))
    }

    /// Computes columns of all rows of a table.
    ///
    /// - Parameters:
    ///   - columns: the columns that are set.
    ///   - table: the name of the table.
    ///   - slice: the number of rows that are read at a time, and after which progress is reported.
    ///   - name: the name of the computation, which the database records.
    ///   - compute: returns the values of the columns for a row.
    public static func backfill(
        _ columns: [String], of table: String, slice: Int = 1_000, by name: String,
        _ compute: @escaping Computation
    ) -> Self {
        Self(.backfill(table, columns, slice: slice, name: name, compute))
    }

    /// Runs statements in the language of one engine, such as those that create a trigger.
    ///
    /// Engines of other names skip them. A step that rewrites a table later (`recreate`, `combine`,
    /// `drop(column:of:)`) does not keep the indexes and triggers that they create.
    public static func statements(_ statements: [String], engine: String) -> Self {
        Self(.change(.statements(statements, engine: engine)))
    }

    /// The step in one line, which a database records.
    public var description: String {
        switch action {
        case .change(let change): Self.describe(change)
        case .dropColumn(let column, let table): "drop column \(column) of \(table)"
        case .recreate(let table, let name, _): "recreate \(table) by \(name)"
        case .combine(let columns, let column, let table, let name, _):
            "combine \(columns.joined(separator: ", ")) into \(column) of \(table) by \(name)"
        case .backfill(let table, let columns, _, let name, _):
            "backfill \(columns.joined(separator: ", ")) of \(table) by \(name)"
        }
    }

    private static func describe(_ change: SchemaChange) -> String {
        switch change {
        case .createTable(let table): "create \(table)"
        case .dropTable(let name): "drop \(name)"
        case .renameTable(let name, let new): "rename \(name) to \(new)"
        case .addColumn(let column, let value, let table):
            "add \(column) to \(table) with \(value)"
        case .renameColumn(let column, let new, let table):
            "rename column \(column) of \(table) to \(new)"
        case .createIndex(let index):
            "create \(index.isUnique ? "unique " : "")index \(index.name) on \(index.table)"
                + "(\(index.columns.joined(separator: ", ")))"
        case .dropIndex(let name): "drop index \(name)"
        case .statements(let statements, let engine):
            "run in \(engine): \(statements.joined(separator: "; "))"
        }
    }
}
