import DurableFiles
import Foundation
import KeyedStore
import KeyedStoreTestKit
import SQLitePersistence
import Testing

/// A row of a database as the place of a store.
@Suite struct KeyedStoreTests {
    private static let settings = SQLMigration(1, "settings", [SQLiteBackend.table])

    private static func backend(
        _ database: DatabaseFixture, row: String = "settings"
    ) throws -> SQLiteBackend {
        let schema = SQLSchema(applicationID: 7, migrations: [settings])
        return try SQLiteBackend(SQLConnection(writing: database.path, schema: schema), row: row)
    }

    @Test(arguments: KeyedStoreConformance.Rule.all)
    func rowKeepsTheRules(_ rule: KeyedStoreConformance.Rule) {
        let suite = KeyedStoreConformance {
            let path = try SharedFixture()
            return { try Self.backend(path.database) }
        }
        #expect(suite.violations(of: rule) == [])
    }

    /// Keeps the folder of a place until its last backend has been made.
    private final class SharedFixture: @unchecked Sendable {  // immutable
        let database: DatabaseFixture

        init() throws { database = try DatabaseFixture() }
    }

    @Test func rowsAreStoresOfTheirOwn() throws {
        let name = Key<String?>("sqlite.name")
        let database = try DatabaseFixture()
        let first = try KeyedStore(Self.backend(database))
        let second = try KeyedStore(Self.backend(database, row: "other"))
        try first.update { $0[name] = "anna" }
        try second.update { $0[name] = "bert" }
        #expect(try first[name] == "anna")
        #expect(try KeyedStore(Self.backend(database))[name] == "anna")
    }

    @Test func lockedDatabaseIsANamedError() throws {
        let database = try DatabaseFixture()
        let schema = SQLSchema(applicationID: 7, migrations: [Self.settings])
        let other = try SQLConnection(writing: database.path, schema: schema)
        let connection = try SQLConnection(
            writing: database.path, schema: schema, settings: SQLSettings(busyTimeout: .zero))
        let store = try KeyedStore(SQLiteBackend(connection, row: "settings"))
        try other.write(.full) {
            let error = #expect(throws: KeyedStoreError.self) {
                try store.update { $0[Key<Int?>("sqlite.count")] = 1 }
            }
            #expect(error?.code == .locked)
        }
    }
}
