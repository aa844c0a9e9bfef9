import Foundation
import Persistence
import PhotoFeed
import SQLitePersistence
import Testing

@testable import PhotoLibrary

@Suite("Migrations of a library")
@MainActor
struct LibraryMigrationTests {
    private let fixture: LibraryFixture
    private var library: String { fixture.path + "/library" }

    init() throws { fixture = try LibraryFixture() }

    @Test func theNamesOfTheTablesAreThoseOfTheDatabase() throws {
        let library = try fixture.open()
        let statement = try library.tables.connection.statement(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%migration%'
            ORDER BY name
            """)
        var names: [String] = []
        try library.tables.read { _ in try statement.forEachRow { names.append($0.text(0)) } }
        #expect(names == SQLiteFeedReader.tableNames)
    }

    /// The schema of a program that knows the first migrations only, or other ones.
    private func schema(_ migrations: [Migration]) -> DatabaseSchema {
        DatabaseSchema(program: LibrarySchema.current.program, models: [], migrations: migrations)
    }

    @Test func modelsAreTheTablesOfTheMigrations() {
        #expect(LibrarySchema.current.differences == [])
    }

    /// A closed library of three photos with thumbnails.
    private func makeLibrary() throws {
        let library = try fixture.open()
        try library.fill(0..<3)
        try library.storeWanted()
        try library.collectGarbage()
    }

    private static let planted = Migration(
        "planted", [.statements(["ALTER TABLE node ADD COLUMN probe"])])

    /// Opens the library as its next version does.
    private func upgrade(_ engine: any PersistenceEngine = SQLiteEngine()) throws {
        _ = try DatabaseWriter(
            engine, at: DatabasePlace(library + "/library.sqlite"),
            schema: schema(LibrarySchema.current.migrations + [Self.planted]))
    }

    @Test func aLaterMigrationKeepsTheLibraryAndIsNotRunAgain() throws {
        try makeLibrary()
        // The statement of the migration would fail the second time.
        for _ in 0..<2 { try upgrade() }
    }

    /// A kill within a migration: the files are copied while its transaction is open.
    @Test func aKillWithinAMigrationLeavesTheOldTables() throws {
        try makeLibrary()
        let (library, copy) = (library, fixture.path + "/killed")
        try upgrade(
            InterruptedEngine {
                #expect(throws: Never.self) {
                    try FileManager.default.copyItem(atPath: library, toPath: copy)
                }
            })
        #expect(throws: FeedError(.libraryTooNew, "")) { try fixture.open() }
        let killed = try SQLiteFeedWriter(path: copy)
        #expect(try killed.everything().count == 3)
        try killed.verifyPictures()
    }

    /// Without a record of its migrations, as GRDB left it, and with the record of another one.
    @Test(arguments: [
        "DROP TABLE persistence_migration",
        "UPDATE persistence_migration SET name = 'nodes, folders, thumbnails'",
        "UPDATE persistence_migration SET steps = 'others'",
    ])
    func libraryOfADevelopmentVersionIsRefused(_ change: String) throws {
        do { try fixture.open().tables.connection.execute(change) }
        #expect(throws: FeedError(.libraryTooOld, "")) { try SQLiteFeedReader(path: library) }
        #expect(throws: FeedError(.libraryTooOld, "")) { try fixture.open() }
    }

    @Test func libraryOfANewerVersionIsRefused() throws {
        do { try fixture.open().fill(0..<1) }
        let later = Migration("later", [.statements(["SELECT 1"])])
        _ = try DatabaseWriter(
            SQLiteEngine(), at: DatabasePlace(library + "/library.sqlite"),
            schema: schema(LibrarySchema.current.migrations + [later]))
        #expect(throws: FeedError(.libraryTooNew, "")) { try SQLiteFeedReader(path: library) }
        #expect(throws: FeedError(.libraryTooNew, "")) { try fixture.open() }
    }

    @Test func databaseWithoutMigrationsIsNoLibraryYet() throws {
        do { _ = try fixture.open() }
        for name in try FileManager.default.contentsOfDirectory(atPath: library)
        where name.hasPrefix("library.sqlite") {
            try FileManager.default.removeItem(atPath: library + "/" + name)
        }
        _ = try DatabaseWriter(
            SQLiteEngine(), at: DatabasePlace(library + "/library.sqlite"), schema: schema([]))
        #expect(throws: FeedError(.libraryNotFound, "")) { try SQLiteFeedReader(path: library) }
    }
}
