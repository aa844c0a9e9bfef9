import DurableFiles
package import KeyedStore

/// A backend of a `KeyedStore` that saves it in a row of an SQLite database.
///
/// ```swift
/// let schema = SQLSchema(
///     applicationID: 0x4E6F_7465,
///     migrations: [SQLMigration(1, "settings", [SQLiteBackend.table])])
/// let connection = try SQLConnection(writing: path, schema: schema)
/// let store = try KeyedStore(SQLiteBackend(connection, row: "settings"))
/// ```
///
/// An update is a transaction of the database, which also excludes the updates of other processes.
/// Damaged data is copied to a row named `ROW.damaged-DATE-NUMBER`.
package final class SQLiteBackend: KeyedStoreBackend, @unchecked Sendable {  // used in turns
    /// The statement that creates the table of the rows, for a migration.
    package static let table =
        "CREATE TABLE keyed_store (name TEXT PRIMARY KEY, data BLOB NOT NULL)"

    private let connection: SQLConnection
    private let name: String
    private let select: SQLStatement
    private let insert: SQLStatement
    private let delete: SQLStatement
    private let turn = ExclusiveTurn("SQLiteBackend.update")

    /// Creates a backend for a row, which need not exist.
    ///
    /// - Parameters:
    ///   - connection: a connection that no other code uses, to a database with the table.
    ///   - name: the name of the row.
    package init(_ connection: sending SQLConnection, row name: String) throws(SQLError) {
        self.connection = connection
        self.name = name
        select = try connection.statement("SELECT data FROM keyed_store WHERE name = ?")
        insert = try connection.statement(
            "INSERT INTO keyed_store (name, data) VALUES (?, ?) "
                + "ON CONFLICT (name) DO UPDATE SET data = excluded.data")
        delete = try connection.statement("DELETE FROM keyed_store WHERE name = ?")
    }

    /// The path of the database, and the name of the row.
    package var place: String { "row \(name) of database \(connection.path)" }

    /// Reads the row; `nil` if it does not exist.
    package func load() throws(KeyedStoreError) -> [UInt8]? {
        try mapErrors { try turn.take { try read() } }
    }

    /// Replaces the row in a transaction.
    package func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        var failure: (any Error)?
        try mapErrors {
            try turn.take {
                do {
                    try connection.write(.full) {
                        let stored = try read()
                        let next: StoredChange
                        do {
                            next = try change(stored)
                        } catch {
                            failure = error
                            throw error
                        }
                        switch next {
                        case .keep: break
                        case .save(let data): try write(data, to: name)
                        case .erase:
                            delete.bind(1, name)
                            try delete.run()
                        }
                    }
                } catch  where failure != nil {}
            }
        }
        if let failure { throw failure }
    }

    /// Copies damaged data to a separate row.
    package func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
        let copy = "\(name).\(suffix)"
        try mapErrors {
            try turn.take { try connection.write(.full) { try write(data, to: copy) } }
        }
        return "row \(copy) of database \(connection.path)"
    }

    private func read() throws -> [UInt8]? {
        select.bind(1, name)
        return try select.first { $0.withBytes(0) { Array($0) } }
    }

    private func write(_ data: [UInt8], to row: String) throws(SQLError) {
        insert.bind(1, row)
        data.withUnsafeBytes { insert.bind(2, bytes: $0) }
        try insert.run()
    }

    private func mapErrors<Value>(_ body: () throws -> Value) throws(KeyedStoreError) -> Value {
        do {
            return try body()
        } catch {
            let error = SQLError(error, path: connection.path, operation: "access")
            let code: KeyedStoreError.Code =
                switch error.code {
                case .noSpace: .noSpace
                case .locked: .locked
                case .cannotOpen: .notPermitted
                default: .failed
                }
            throw KeyedStoreError(
                code, place: place, reason: "cannot \(error.operation) it: \(error.reason)",
                advice: "check the database, and run again")
        }
    }
}
