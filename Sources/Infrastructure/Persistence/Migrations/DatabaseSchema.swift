/// The tables of one database: its models, and the migrations that lead to them.
///
/// ```swift
/// let schema = DatabaseSchema(
///     program: 0x4E6F_7465, models: [Transfer.self],
///     migrations: [
///         Migration(
///             "transfers",
///             [
///                 .create(
///                     TableSchema(
///                         "transfer",
///                         [
///                             .key("node", .text), .column("state", .text),
///                             .column("offset", .integer),
///                         ]))
///             ]),
///         Migration("notes", [.add(.optional("note", .text), to: "transfer")]),
///     ])
/// ```
///
/// A test states that the migrations lead to the models: `#expect(schema.differences == [])`.
/// Otherwise the database does not open.
public struct DatabaseSchema: Sendable {
    /// The mark of the program in its databases; one with another mark is refused.
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
    /// A reference of a table to another one that is missing or does not fit is one, too.
    /// It is empty when a database can be opened. It reads no database.
    public var differences: [String] {
        var state = SchemaState()
        for migration in migrations {
            for step in migration.steps {
                do throws(PersistenceError) {
                    try state.apply(step)
                } catch {
                    return ["migration '\(migration.name)': \(step): \(error.message)"]
                }
            }
        }
        let differences: [String] = models.compactMap { model in
            let (table, name) = (model.table, model.table.name)
            guard let found = state.tables[name] else {
                return "table '\(name)' of \(model) does not exist: add a migration"
            }
            if found == table { return nil }
            return "\(model) is \(table), and the migrations lead to \(found): add a migration"
        }
        return differences + state.faultyReferences
    }

    func check() throws(PersistenceError) {
        if let difference = differences.first {
            throw PersistenceError(.schemaMismatch, difference)
        }
    }
}
