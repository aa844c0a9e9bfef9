import Foundation
import Persistence
import Testing

@testable import SQLitePersistence

@Suite("Failures of a database")
struct FailureTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    private func fill(_ connection: SQLConnection) throws {
        let text = String(repeating: "x", count: 1_000)
        try connection.write() { for _ in 0..<200 { try connection.add(text) } }
    }

    @Test func aFullDiskTakesBackAllChangesAndTheyFitLater() throws {
        let connection = try fixture.writer()
        try connection.write() { try connection.add("a") }
        try connection.execute("PRAGMA max_page_count = 20")
        let error = #expect(throws: PersistenceError.self) { try fill(connection) }
        #expect(error?.code == .noSpace)
        #expect(error?.operation == "access \(fixture.path)")
        #expect(try connection.notes == ["a"])
        try connection.execute("PRAGMA max_page_count = 1000000")
        try fill(connection)
        #expect(try connection.notes.count == 201)
        try connection.checkIntegrity()
    }

    @Test func aSecondTransactionIsToldThatTheDatabaseIsLocked() throws {
        let (first, second) = (try fixture.writer(), try fixture.writer())
        try first.write() {
            let error = #expect(throws: PersistenceError.self) { try second.write() {} }
            #expect(error?.code == .locked)
            let notes = try second.notes
            #expect(notes == [])
        }
        try second.write() { try second.add("a") }
        #expect(try first.notes == ["a"])
    }

    @Test func aFileThatIsNotADatabaseIsDamage() throws {
        try Data("this is not a database, whatever its name says".utf8)
            .write(to: URL(fileURLWithPath: fixture.path))
        let writing = #expect(throws: PersistenceError.self) { try fixture.writer() }
        #expect(writing?.code == .damaged)
        #expect(writing?.operation == "open \(fixture.path)")
        let reading = #expect(throws: PersistenceError.self) { try fixture.reader() }
        #expect(reading?.code == .damaged)
    }

    @Test func aPageThatWasOverwrittenIsDamage() throws {
        do { try fill(fixture.writer()) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.path))
        // Behind the pages of the schema, which are read at the opening.
        try file.seek(toOffset: 40_960)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 64 << 10))
        try file.close()
        let connection = try fixture.writer()
        let check = #expect(throws: PersistenceError.self) { try connection.checkIntegrity() }
        #expect(check?.code == .damaged)
        let read = #expect(throws: PersistenceError.self) { try connection.notes }
        #expect(read?.code == .damaged)
        #expect(read?.reason.contains("malformed") == true)
    }

    @Test(
        arguments: [
            (.corrupt, 0, .damaged), (.corrupt, EIO, .failed), (.corrupt, ENXIO, .failed),
            (.corrupt | 2 << 8, 0, .damaged), (.notADatabase, 0, .damaged),
            (.notADatabase, EIO, .failed), (.inputOutput, 0, .failed),
            (.inputOutput | 1 << 8, EIO, .failed), (.inputOutput | 33 << 8, EIO, .failed),
            (.inputOutput | 3 << 8, ENOSPC, .noSpace), (.inputOutput | 3 << 8, EDQUOT, .noSpace),
            (.inputOutput | 3 << 8, EFBIG, .noSpace), (.full, 0, .noSpace),
            (.full, ENOSPC, .noSpace), (.cannotOpen, 0, .cannotOpen),
            (.cannotOpen, ENOENT, .cannotOpen), (.cannotOpen, EACCES, .cannotOpen),
            (.cannotOpen, ELOOP, .cannotOpen), (.cannotOpen, EIO, .failed),
            (.cannotOpen, EMFILE, .failed), (.cannotOpen, ENFILE, .failed),
            (.cannotOpen, ENOSPC, .noSpace), (.readOnly, 0, .cannotOpen), (.busy, 0, .locked),
            (.outOfMemory, 0, .failed), (.error, 0, .failed),
        ] as [(Int32, Int32, PersistenceError.Code)])
    func theKindFollowsFromTheResultAndTheErrorOfTheSystem(
        _ result: Int32, _ number: Int32, _ code: PersistenceError.Code
    ) {
        #expect(PersistenceError.code(of: result, systemError: number, isDiskFull: false) == code)
        let isOfDisk = result & 0xFF == .inputOutput || code == .noSpace
        #expect(
            PersistenceError.code(of: result, systemError: number, isDiskFull: true)
                == (isOfDisk ? .noSpace : code))
    }

    #if os(Linux)
        /// Below the addresses of a process, its memory is a file whose reads fail with EIO.
        @Test(arguments: [false, true])
        func aReadThatFailsIsNotDamage(_ isCheck: Bool) throws {
            do { try fill(fixture.writer()) }
            let connection = try fixture.writer()
            // The log then states the number of pages; the file of a memory has no size.
            try connection.write { try connection.add("last") }
            let file = try #require(Self.descriptor(of: fixture.path))
            let (kept, memory) = (dup(file), open("/proc/self/mem", O_RDONLY))
            #expect(kept >= 0 && memory >= 0 && dup2(memory, file) == file)
            let error = #expect(throws: PersistenceError.self) {
                if isCheck { try connection.checkIntegrity() } else { _ = try connection.notes }
            }
            #expect(error?.code == .failed)
            #expect(error?.reason == String(cString: strerror(EIO)))
            #expect(dup2(kept, file) == file)
            [kept, memory].forEach { _ = close($0) }
            #expect(try connection.notes.count == 201)
        }

        /// The descriptor of an open file.
        private static func descriptor(of path: String) -> Int32? {
            let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            return (0..<1_024).first { number in
                let link = "/proc/self/fd/\(number)"
                return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == real
            }
        }
    #endif

    @Test func aSymbolicLinkIsNotFollowed() throws {
        do { try fixture.writer().add("a") }
        let link = fixture.folder + "/link.sqlite"
        for target in [fixture.path, fixture.folder + "/missing.sqlite"] {
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: target)
            let writing = #expect(throws: PersistenceError.self) { try fixture.writer(at: link) }
            #expect(writing?.code == .cannotOpen)
            let reading = #expect(throws: PersistenceError.self) { try fixture.reader(at: link) }
            #expect(reading?.code == .cannotOpen)
            try FileManager.default.removeItem(atPath: link)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(names == ["notes.sqlite"])
    }

    @Test func aMissingDatabaseCannotBeRead() throws {
        let error = #expect(throws: PersistenceError.self) { try fixture.reader() }
        #expect(error?.code == .cannotOpen)
        #expect("\(error as Any)".contains(fixture.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).isEmpty)
    }

    @Test func aPathMayContainTheCharactersOfAnAddress() throws {
        let path = fixture.folder + "/what? 100% #1 & more=é.sqlite"
        do { try fixture.writer(at: path).add("a") }
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try fixture.reader(at: path).notes == ["a"])
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
        do { try fixture.writer(at: path).add("a") }
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: fixture.folder)
        defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: fixture.folder) }
        #expect(try fixture.reader(at: path).notes == ["a"])
    }

    @Test func aDatabaseOfAnotherProgramIsRefusedAndStays() throws {
        do { try fixture.writer().add("a") }
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        for isReadOnly in [false, true] {
            let error = #expect(throws: PersistenceError.self) {
                try SQLConnection(
                    at: fixture.path, program: 8, isReadOnly: isReadOnly, settings: SQLSettings())
            }
            #expect(error?.code == .foreign)
        }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
        #expect(try fixture.reader().notes == ["a"])
    }

    @Test func anErrorIsEqualToAnotherOfItsCode() throws {
        let missing = #expect(throws: PersistenceError.self) { try fixture.reader() }
        let invalid = #expect(throws: PersistenceError.self) {
            try fixture.writer().execute("nonsense")
        }
        #expect(missing == missing)
        #expect(missing != invalid)
    }
}

/// The result codes of SQLite.
extension Int32 {
    fileprivate static let error: Int32 = 1
    fileprivate static let busy: Int32 = 5
    fileprivate static let outOfMemory: Int32 = 7
    fileprivate static let readOnly: Int32 = 8
    fileprivate static let inputOutput: Int32 = 10
    fileprivate static let corrupt: Int32 = 11
    fileprivate static let full: Int32 = 13
    fileprivate static let cannotOpen: Int32 = 14
    fileprivate static let notADatabase: Int32 = 26
}
