/// The schema of a database: its models, and the migrations that create their tables.
///
/// A database does not open if the migrations do not lead to the tables of the models. A test
/// detects this: `#expect(schema.differences == [])`.
public struct DatabaseSchema: Sendable {
    /// The identifier of the program in its databases; a database with another one is refused.
    public let program: Int32
    /// The models that the database stores.
    public let models: [any Model.Type]
    /// The migrations, in their order.
    public let migrations: [Migration]

    /// Creates a schema; traps if two migrations have one name.
    public init(program: Int32, models: [any Model.Type], migrations: [Migration]) {
        precondition(
            Set(migrations.map(\.name)).count == migrations.count,
            "two migrations of a database have one name")
        self.program = program
        self.models = models
        self.migrations = migrations
    }

    /// The differences between the models and the tables to which the migrations lead.
    ///
    /// A database can be opened only if the list is empty. The property reads no database.
    public var differences: [String] {
        var tables: [String: TableSchema] = [:]
        for migration in migrations {
            for step in migration.steps {
                guard let fault = Self.apply(step, to: &tables) else { continue }
                return ["migration '\(migration.name)': \(step): \(fault)"]
            }
        }
        return models.compactMap { model in
            let (table, name) = (model.table, model.table.name)
            guard let found = tables[name] else {
                return "table '\(name)' of \(model) does not exist: add a migration"
            }
            if found == table { return nil }
            return "\(model) is \(table), and the migrations lead to \(found): add a migration"
        }
    }

    /// Makes a step's change, and returns the reason if it does not fit the tables.
    private static func apply(
        _ step: MigrationStep, to tables: inout [String: TableSchema]
    ) -> String? {
        switch step {
        case .createTable(let table):
            if tables[table.name] != nil { return "the table exists already" }
            tables[table.name] = table
        case .createIndex(let index):
            let columns = tables[index.table]?.columns.map(\.name) ?? []
            if !Set(index.columns).isSubset(of: columns) { return "the column does not exist" }
        case .addColumn(let column, let value, let name):
            guard let table = tables[name] else { return "the table does not exist" }
            if table.index(of: column.name) != nil { return "the column exists already" }
            guard !column.isKey, column.isOptional || !value.isNull else {
                return "the new column needs a value, and is not a part of the key"
            }
            tables[name] = TableSchema(name, table.columns + [column])
        case .statements(_, let changed):
            for table in changed { tables[table.name] = table }
        }
        return nil
    }
}
