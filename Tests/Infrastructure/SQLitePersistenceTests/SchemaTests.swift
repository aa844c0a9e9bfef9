import Foundation
import SQLitePersistence
import Testing

@Suite("Schemas")
struct SchemaTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    private func code(_ open: () throws(SQLError) -> SQLConnection) -> SQLError.Code? {
        do throws(SQLError) {
            _ = try open()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func migrationsRunOnceInTheOrderOfTheirNumbers() throws {
        let migrations = [
            SQLMigration(
                1, "one",
                ["CREATE TABLE note (text TEXT)", "INSERT INTO note VALUES ('one')"]),
            SQLMigration(2, "two", ["INSERT INTO note VALUES ('two')"]),
            SQLMigration(3, "three", ["INSERT INTO note VALUES ('three')"]),
        ]
        #expect(try fixture.writer(Array(migrations.prefix(1))).notes == ["one"])
        for _ in 0..<2 {
            #expect(try fixture.writer(migrations).notes == ["one", "two", "three"])
        }
    }

    @Test func aMigrationThatFailsLeavesTheVersionBefore() throws {
        let failing = SQLMigration(
            2, "failing", ["CREATE TABLE half (one INTEGER)", "INSERT INTO nothing VALUES (1)"])
        let error = #expect(throws: SQLError.self) {
            try fixture.writer([DatabaseFixture.notes, failing])
        }
        #expect(error?.operation == "migrate")
        #expect(error?.statement == "INSERT INTO nothing VALUES (1)")
        #expect(error?.path == fixture.path)
        let connection = try fixture.writer([DatabaseFixture.notes, DatabaseFixture.colors])
        #expect(try connection.columns(of: "half").isEmpty)
        #expect(try connection.columns(of: "note") == ["text", "color"])
    }

    @Test func anOlderDatabaseIsReadAsItIs() throws {
        do { try fixture.writer().add("a") }
        let reader = try fixture.reader([DatabaseFixture.notes, DatabaseFixture.colors])
        #expect(try reader.notes == ["a"])
        #expect(try reader.columns(of: "note") == ["text"])
    }

    @Test func aDatabaseOfANewerVersionIsRefusedAndStays() throws {
        let both = [DatabaseFixture.notes, DatabaseFixture.colors]
        do { try fixture.writer(both).add("a") }
        #expect(code { () throws(SQLError) in try fixture.writer() } == .newerSchema)
        #expect(code { () throws(SQLError) in try fixture.reader() } == .newerSchema)
        #expect(try fixture.writer(both).notes == ["a"])
    }

    @Test func aDatabaseOfAnotherProgramIsRefusedAndStays() throws {
        do { try fixture.writer().add("a") }
        let other = fixture.schema([DatabaseFixture.notes], applicationID: 8)
        #expect(
            code { () throws(SQLError) in
                try SQLConnection(writing: fixture.path, schema: other)
            } == .foreign)
        #expect(
            code { () throws(SQLError) in
                try SQLConnection(reading: fixture.path, schema: other)
            } == .foreign)
        #expect(try fixture.writer().notes == ["a"])
    }

    @Test func anEmptyDatabaseHasNothingToReadAndCanBeWritten() throws {
        #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
        #expect(code { () throws(SQLError) in try fixture.reader() } == .empty)
        #expect(try fixture.writer().notes == [])
    }

    @Test func aTableThatDoesNotExistHasNoColumns() throws {
        #expect(try fixture.writer().columns(of: "nothing").isEmpty)
    }
}
