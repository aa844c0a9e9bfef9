import Foundation
import Persistence
import Testing

@testable import SQLitePersistence

@Suite("Transactions")
struct TransactionTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    private struct Stop: Error {}

    @Test func anErrorTakesBackAllChangesAndIsPassedOn() throws {
        let connection = try fixture.writer()
        try connection.write() { try connection.add("a") }
        #expect(throws: Stop.self) {
            try connection.write() {
                try connection.add("b", "c")
                throw Stop()
            }
        }
        #expect(try connection.notes == ["a"])
        try connection.write() { try connection.add("d") }
        #expect(try connection.notes == ["a", "d"])
    }

    @Test func aFailedStatementTakesBackAllChanges() throws {
        let connection = try fixture.writer()
        #expect(throws: PersistenceError.self) {
            try connection.write() {
                try connection.add("a")
                try connection.execute("INSERT INTO nothing VALUES (1)")
            }
        }
        #expect(try connection.notes == [])
    }

    @Test func aTransactionReturnsTheResultOfItsBody() throws {
        let connection = try fixture.writer()
        #expect(try connection.write() { 7 } == 7)
        #expect(try connection.read { 8 } == 8)
    }

    @Test func aReadSeesOneStateOfTheDatabase() throws {
        let (writer, reader) = (try fixture.writer(), try fixture.reader())
        try reader.read {
            #expect(try reader.notes == [])
            try writer.write() { try writer.add("a") }
            #expect(try reader.notes == [])
        }
        #expect(try reader.read { try reader.notes } == ["a"])
        #expect(throws: Stop.self) { try reader.read { throw Stop() } }
        try writer.write() { try writer.add("b") }
        #expect(try reader.read { try reader.notes } == ["a", "b"])
    }

    @Test func aReaderCannotWrite() throws {
        _ = try fixture.writer()
        let reader = try fixture.reader()
        let error = #expect(throws: PersistenceError.self) { try reader.add("a") }
        #expect(error?.code == .cannotOpen)
    }

    @Test func onlyAFullWriteWaitsForTheDisk() throws {
        let connection = try fixture.writer()
        func mode() throws -> Int64? { try connection.integer("PRAGMA synchronous") }
        let (normal, full) = (Int64(1), Int64(2))
        try connection.write() {}
        #expect(try mode() == full)
        try connection.write(isDurable: false) {}
        #expect(try mode() == normal)
    }

    @Test func aCommitIsInTheFiles() throws {
        let connection = try fixture.writer()
        try connection.write() { try connection.add("a") }
        // The copy is in the state that a killed process leaves.
        let copy = fixture.folder + "/copy.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.path + suffix, toPath: copy + suffix)
        }
        let killed = try fixture.writer(at: copy)
        #expect(try killed.notes == ["a"])
    }

    @Test func aClosedDatabaseHasNoLogLeft() throws {
        do {
            let connection = try fixture.writer()
            try connection.write() { try connection.add("a") }
            #expect(FileManager.default.fileExists(atPath: fixture.path + "-wal"))
        }
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-wal"))
    }

    @Test func aStatementOutlivesItsConnection() throws {
        let statement = try fixture.writer().statement("SELECT count(*) FROM note")
        #expect(try statement.first { $0.integer(0) } == 0)
    }

    @Test func settingsAreAppliedToTheConnection() throws {
        let connection = try SQLConnection(
            at: fixture.path, program: 7, isReadOnly: false,
            settings: SQLSettings(
                cacheSize: 512, checkpointPages: 77, logLimit: 4_096, busyTimeout: .seconds(2)))
        #expect(try connection.integer("PRAGMA cache_size") == -512)
        #expect(try connection.integer("PRAGMA wal_autocheckpoint") == 77)
        #expect(try connection.integer("PRAGMA journal_size_limit") == 4_096)
        #expect(try connection.integer("PRAGMA busy_timeout") == 2_000)
    }
}
