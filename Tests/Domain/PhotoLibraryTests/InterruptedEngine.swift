import Persistence
import SQLitePersistence

/// SQLite, interrupted after each step of a migration.
struct InterruptedEngine: PersistenceEngine {
    let interrupt: @Sendable () -> Void

    func open(
        _ place: DatabasePlace, program: Int32, isReadOnly: Bool
    ) throws(PersistenceError) -> any EngineConnection {
        InterruptedConnection(
            try SQLiteEngine().open(place, program: program, isReadOnly: isReadOnly), interrupt)
    }
}

private final class InterruptedConnection: EngineConnection {
    private let base: any EngineConnection
    private let interrupt: () -> Void

    init(_ base: any EngineConnection, _ interrupt: @escaping () -> Void) {
        (self.base, self.interrupt) = (base, interrupt)
    }

    func begin(_ kind: TransactionKind) throws(PersistenceError) { try base.begin(kind) }
    func commit() throws(PersistenceError) { try base.commit() }
    func rollBack() { base.rollBack() }
    func select(
        _ query: TableQuery, _ body: (any RowReader) throws(PersistenceError) -> Bool
    ) throws(PersistenceError) {
        try base.select(query, body)
    }
    func count(_ query: TableQuery) throws(PersistenceError) -> Int { try base.count(query) }
    func insert(
        into table: TableSchema, replaces: Bool,
        _ write: (any RowWriter) throws(PersistenceError) -> Void
    ) throws(PersistenceError) {
        try base.insert(into: table, replaces: replaces, write)
    }
    func delete(_ query: TableQuery) throws(PersistenceError) -> Int { try base.delete(query) }
    func tables() throws(PersistenceError) -> Set<String> { try base.tables() }
    func apply(_ step: MigrationStep) throws(PersistenceError) {
        try base.apply(step)
        interrupt()
    }
}
