import DurableFiles
import Foundation
import SQLitePersistence
import Testing

@Suite("Failures of a database")
struct FailureTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    private func fill(_ connection: SQLConnection) throws {
        let text = String(repeating: "x", count: 1_000)
        try connection.write(.full) { for _ in 0..<200 { try connection.add(text) } }
    }

    @Test func aFullDiskTakesBackAllChangesAndTheyFitLater() throws {
        let connection = try fixture.writer()
        try connection.write(.full) { try connection.add("a") }
        try connection.execute("PRAGMA max_page_count = 20")
        let error = #expect(throws: SQLError.self) { try fill(connection) }
        #expect(error?.code == .noSpace)
        #expect(error?.path == fixture.path)
        #expect(try connection.notes == ["a"])
        try connection.execute("PRAGMA max_page_count = 1000000")
        try fill(connection)
        #expect(try connection.notes.count == 201)
        try connection.checkIntegrity()
    }

    @Test func aSecondTransactionIsToldThatTheDatabaseIsLocked() throws {
        let (first, second) = (try fixture.writer(), try fixture.writer())
        try first.write(.full) {
            let error = #expect(throws: SQLError.self) { try second.write(.full) {} }
            #expect(error?.code == .locked)
            #expect(error?.resultCode == 5)
            let notes = try second.notes
            #expect(notes == [])
        }
        try second.write(.full) { try second.add("a") }
        #expect(try first.notes == ["a"])
    }

    @Test func aFileThatIsNotADatabaseIsDamage() throws {
        try Data("this is not a database, whatever its name says".utf8)
            .write(to: URL(fileURLWithPath: fixture.path))
        let writing = #expect(throws: SQLError.self) { try fixture.writer() }
        #expect(writing?.code == .damaged)
        #expect(writing?.operation == "open")
        let reading = #expect(throws: SQLError.self) { try fixture.reader() }
        #expect(reading?.code == .damaged)
    }

    @Test func aPageThatWasOverwrittenIsDamage() throws {
        do { try fill(fixture.writer()) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.path))
        // Behind the pages of the schema and of the migrations, which are read at the opening.
        try file.seek(toOffset: 40_960)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 64 << 10))
        try file.close()
        let connection = try fixture.writer()
        let check = #expect(throws: SQLError.self) { try connection.checkIntegrity() }
        #expect(check?.code == .damaged)
        let read = #expect(throws: SQLError.self) { try connection.notes }
        #expect(read?.code == .damaged)
        #expect(read?.reason.contains("malformed") == true)
    }

    @Test func aSymbolicLinkIsNotFollowed() throws {
        do { try fixture.writer().add("a") }
        let link = fixture.folder + "/link.sqlite"
        let schema = fixture.schema([DatabaseFixture.notes])
        for target in [fixture.path, fixture.folder + "/missing.sqlite"] {
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: target)
            let writing = #expect(throws: SQLError.self) {
                try SQLConnection(writing: link, schema: schema)
            }
            #expect(writing?.code == .cannotOpen)
            let reading = #expect(throws: SQLError.self) {
                try SQLConnection(reading: link, schema: schema)
            }
            #expect(reading?.code == .cannotOpen)
            try FileManager.default.removeItem(atPath: link)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(names == ["notes.sqlite"])
    }

    @Test func aMissingDatabaseCannotBeRead() throws {
        let error = #expect(throws: SQLError.self) { try fixture.reader() }
        #expect(error?.code == .cannotOpen)
        #expect("\(error as Any)".contains(fixture.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).isEmpty)
    }

    @Test func aPathMayContainTheCharactersOfAnAddress() throws {
        let path = fixture.folder + "/what? 100% #1 & more=é.sqlite"
        let schema = fixture.schema([DatabaseFixture.notes])
        do { try SQLConnection(writing: path, schema: schema).add("a") }
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try SQLConnection(reading: path, schema: schema).notes == ["a"])
    }

    @Test(.enabled(if: geteuid() != 0, "root can write into every folder"))
    func aDatabaseInAFolderThatCannotBeWrittenIsRead() throws {
        do { try fixture.writer().add("a") }
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: fixture.folder)
        defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fixture.folder) }
        #expect(try fixture.reader().notes == ["a"])
    }

    @Test(.enabled(if: geteuid() != 0, "root can write into every folder"))
    func aNameThatBeginsWithACombiningMarkIsReadInAFolderThatCannotBeWritten() throws {
        let path = fixture.folder + "/\u{301}notes.sqlite"
        let schema = fixture.schema([DatabaseFixture.notes])
        do { try SQLConnection(writing: path, schema: schema).add("a") }
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: fixture.folder)
        defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fixture.folder) }
        #expect(try SQLConnection(reading: path, schema: schema).notes == ["a"])
    }

    @Test func anErrorIsEqualToAnotherOfItsCode() throws {
        let missing = #expect(throws: SQLError.self) { try fixture.reader() }
        let invalid = #expect(throws: SQLError.self) { try fixture.writer().execute("nonsense") }
        #expect(missing == missing)
        #expect(missing != invalid)
    }
}
