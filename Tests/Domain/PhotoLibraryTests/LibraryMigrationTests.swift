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

    /// A closed library of three photos with thumbnails, of an earlier version.
    private func makeLibrary(version: Int) throws {
        do {
            let library = try fixture.open()
            try library.fill(0..<3)
            try library.storeWanted()
            try library.collectGarbage()
        }
        try fixture.downgrade(to: version)
    }

    @Test func theNamesOfTheTablesAreThoseOfTheDatabase() throws {
        let library = try fixture.open()
        let statement = try library.tables.connection.statement(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%migration%'
            ORDER BY name
            """)
        var names: [String] = []
        try library.tables.read { try statement.forEachRow { names.append($0.text(0)) } }
        #expect(names == SQLiteFeedReader.tableNames)
    }

    /// The schema of a program that knows the first migrations only, or other ones.
    private func schema(_ migrations: [Migration]) -> DatabaseSchema {
        DatabaseSchema(program: LibrarySchema.program, models: [], migrations: migrations)
    }

    private func check(_ path: String, _ comment: Comment) throws {
        let library = try SQLiteFeedWriter(path: path)
        #expect(try library.everything().count == 3, comment)
        try library.verifyPictures()
        #expect(try library.journal(since: nil) == [], comment)
        _ = try library.apply(page([.deleted(pathKey: "/photos/1.jpg")], "next"))
        #expect(try library.journal(since: nil).map(\.change) == [.removed], comment)
        try library.beginListing(of: "")
        let summary = try library.apply(page([.unchanged(pathKey: "/photos")], "listed"))
        #expect(summary.removed == 0, comment)
        #expect(try library.everything().count == 2, comment)
    }

    @Test func modelsAreTheTablesOfTheMigrations() {
        #expect(LibrarySchema.current.differences == [])
    }

    @Test(arguments: 1...5)
    func libraryOfAnEarlierMechanismIsAdopted(version: Int) throws {
        try makeLibrary(version: version)
        let reader = try SQLiteFeedReader(path: library)
        #expect(try reader.everything().count == 3)
        #expect(try reader.journal(since: nil) == [])
        #expect(try reader.syncHistory() == [])
        try check(library, "version \(version)")
    }

    /// A kill leaves the database after one of the transactions: after the adoption, or after a
    /// migration.
    @Test(arguments: 1...5)
    func migrationContinuesAfterAKillBetweenItsTransactions(version: Int) throws {
        let migrations = LibrarySchema.current.migrations
        for count in version...migrations.count {
            try? FileManager.default.removeItem(atPath: library)
            try makeLibrary(version: version)
            _ = try DatabaseWriter(
                SQLiteEngine(), at: DatabasePlace(library + "/library.sqlite"),
                schema: schema(Array(migrations.prefix(count))))
            try check(library, "version \(version), \(count) migrations")
        }
    }

    /// A kill within a migration: the files are copied while its transaction is open.
    @Test(arguments: 1...5)
    func killWithinAMigrationLeavesTheOldTables(version: Int) throws {
        try makeLibrary(version: version)
        let (library, copy) = (library, fixture.path + "/killed")
        var migrations = Array(LibrarySchema.current.migrations.prefix(version))
        let next = LibrarySchema.current.migrations[version]
        let probe = TableSchema("probe", [.key("number", .integer), .column("value", .integer)])
        let last = Migration(
            next.name, formerly: next.formerName,
            next.steps + [
                .create(probe),
                .statements(["INSERT INTO probe VALUES (1, 1)"], engine: SQLiteEngine.name),
                .backfill(["value"], of: "probe", by: "copy") { row in
                    try FileManager.default.copyItem(atPath: library, toPath: copy)
                    return row
                },
            ])
        migrations.append(last)
        _ = try DatabaseWriter(
            SQLiteEngine(settings: SQLSettings(cacheSize: 1)),
            at: DatabasePlace(library + "/library.sqlite"), schema: schema(migrations))
        try check(copy, "version \(version)")
    }

    @Test func earlierProgramRefusesTheLibrary() throws {
        do { try fixture.open().fill(0..<1) }
        let error = #expect(throws: SQLError.self) {
            try SQLConnection(
                writing: library + "/library.sqlite", schema: .library(5))
        }
        #expect(error?.code == .newerSchema)
    }

    @Test func libraryOfANewerVersionIsRefused() throws {
        do { try fixture.open().fill(0..<1) }
        let later = Migration("later", [.statements(["SELECT 1"], engine: SQLiteEngine.name)])
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
