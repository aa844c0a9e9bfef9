import Persistence
import Testing

@testable import SQLitePersistence

@Suite("Statements")
struct StatementTests {
    private let fixture: DatabaseFixture
    private let connection: SQLConnection

    init() throws {
        fixture = try DatabaseFixture()
        connection = try fixture.writer()
    }

    /// Binds a value with `bind`, and returns SQLite's name of its type with the result of `read`.
    private func stored<Value>(
        _ bind: (SQLStatement) -> Void, _ read: (SQLRow) -> Value
    ) throws -> (type: String, value: Value)? {
        let statement = try connection.statement("SELECT typeof(?1), ?1")
        bind(statement)
        return try statement.first { ($0.text(0), read($0)) }
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func anIntegerKeepsItsBits(_ number: Int64) throws {
        let result = try #require(
            try stored({ $0.bind(1, number) }, { ($0.integer(1), $0.optionalInteger(1)) }))
        #expect(result.type == "integer")
        #expect(result.value == (number, number))
    }

    @Test func aFloatingPointNumberKeepsItsBits() throws {
        let number = -0.1e-300
        let result = try #require(
            try stored({ $0.bind(1, number) }, { $0.optionalDouble(1)?.bitPattern }))
        #expect(result == ("real", number.bitPattern))
    }

    @Test(arguments: ["", "a\u{0}b", "cafe\u{301}", "\u{1F4F7}"])
    func aTextKeepsItsBytes(_ text: String) throws {
        let result = try #require(
            try stored({ $0.bind(1, text) }, { (Array($0.text(1).utf8), $0.optionalText(1)) }))
        #expect(result.type == "text")
        #expect(result.value.0 == Array(text.utf8))
        #expect(result.value.1 == text)
    }

    @Test(arguments: [[], [0], [0xFF, 0, 1]] as [[UInt8]])
    func bytesAreStoredAsTheyAre(_ bytes: [UInt8]) throws {
        let result = try #require(
            try stored(
                { statement in bytes.withUnsafeBytes { statement.bind(1, bytes: $0) } },
                { $0.withBytes(1) { Array($0) } }))
        #expect(result == ("blob", bytes))
    }

    @Test func anAbsentValueIsNull() throws {
        let bindings: [(SQLStatement) -> Void] = [
            { $0.bind(1, nil as Int64?) }, { $0.bind(1, nil as Double?) },
            { $0.bind(1, nil as String?) }, { $0.bindNull(1) },
        ]
        for bind in bindings {
            let result = try #require(
                try stored(bind) { row in
                    row.isNull(1) && row.optionalInteger(1) == nil && row.optionalDouble(1) == nil
                        && row.optionalText(1) == nil && row.withBytes(1) { $0.isEmpty }
                })
            #expect(result == ("null", true))
        }
    }

    @Test func textThatIsNotUTF8IsRepaired() throws {
        let text = try connection.statement("SELECT CAST(x'61FF62' AS TEXT)").first { $0.text(0) }
        #expect(text == "a\u{FFFD}b")
    }

    @Test func aQuotedNameThatNoColumnHasIsAnErrorAndNotAText() {
        #expect(throws: PersistenceError.self) {
            try connection.statement("SELECT \"lost\" FROM note")
        }
    }

    @Test func aBoundValueStaysUntilItIsReplaced() throws {
        let insert = try connection.statement("INSERT INTO note (text) VALUES (?)")
        insert.bind(1, "a")
        try insert.run()
        try insert.run()
        insert.bind(1, "b")
        try insert.run()
        #expect(try connection.notes == ["a", "a", "b"])
        #expect(insert.insertedNumber == 3)
    }

    @Test func aRunCountsTheChangedRows() throws {
        try connection.add("a", "b", "c")
        let delete = try connection.statement("DELETE FROM note WHERE text > ?")
        delete.bind(1, "a")
        #expect(try delete.run() == 2)
        #expect(try delete.run() == 0)
    }

    @Test func noRowIsNotAValue() throws {
        #expect(try connection.statement("SELECT text FROM note").first { $0.text(0) } == nil)
    }

    @Test func aStatementCanRunAgainAfterItsReaderThrew() throws {
        struct Stop: Error {}
        try connection.add("a", "b")
        let select = try connection.statement("SELECT text FROM note")
        #expect(throws: Stop.self) { try select.forEachRow { _ in throw Stop() } }
        #expect(throws: Stop.self) { try select.first { _ in throw Stop() } }
        var texts: [String] = []
        try select.forEachRow { texts.append($0.text(0)) }
        #expect(texts == ["a", "b"])
    }

    @Test func anInvalidStatementIsNamedInItsError() throws {
        let error = #expect(throws: PersistenceError.self) {
            try connection.statement("SELECT text FROM absent")
        }
        #expect(error?.code == .failed)
        #expect(error?.statement == "SELECT text FROM absent")
        #expect(error?.reason == "no such table: absent")
        let description = "\(try #require(error))"
        #expect(description.contains(fixture.path))
        #expect(description.contains("SELECT text FROM absent"))
    }

    @Test func aFailedRunIsNamedInItsError() throws {
        try connection.execute("CREATE UNIQUE INDEX note_text ON note (text)")
        let error = #expect(throws: PersistenceError.self) {
            try connection.add("secret", "secret")
        }
        #expect(error?.code == .conflict)
        #expect(error?.statement == "INSERT INTO note (text) VALUES (?)")
        #expect(!"\(error as Any)".contains("secret"))
        #expect(try connection.notes == ["secret"])
    }

    @Test func theCacheIsReleasedAndReadAgain() throws {
        let texts = (0..<1_000).map { String(repeating: "\($0) ", count: 50) }
        try connection.execute("CREATE TABLE page (text TEXT NOT NULL) STRICT")
        let insert = try connection.statement("INSERT INTO page VALUES (?)")
        try connection.write(isDurable: false) {
            for text in texts {
                insert.bind(1, text)
                try insert.run()
            }
        }
        #expect(connection.releaseMemory() > 100_000)
        #expect(connection.releaseMemory() == 0, "the cache is empty")
        let select = try connection.statement("SELECT text FROM page ORDER BY rowid")
        var found: [String] = []
        try connection.read { try select.forEachRow { found.append($0.text(0)) } }
        #expect(found == texts)
        #expect(connection.releaseMemory() > 0, "the pages are cached again")
    }
}
