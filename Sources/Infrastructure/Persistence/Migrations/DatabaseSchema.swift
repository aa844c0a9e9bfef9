/// The schema of one database: its models, and the migrations that create their tables.
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
    /// A reference to a missing or unsuitable table is a difference, too. A database can be opened
    /// only if the list is empty. The property reads no database.
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
