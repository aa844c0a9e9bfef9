import Testing

@testable import Persistence
@testable import SQLitePersistence

/// The statements that the engine generates, and the errors of their constraints.
@Suite struct SQLTextTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    @Test func aSingleIntegerKeyIsTheNumberOfItsRow() {
        let (id, other) = (ColumnSchema.key("id", .integer), ColumnSchema.key("other", .integer))
        #expect(SQLText.creating(TableSchema("entry", [id])).hasSuffix("STRICT"))
        for columns in [[id, other], [.key("name", .text)]] {
            let sql = SQLText.creating(TableSchema("entry", columns))
            #expect(sql.hasSuffix("STRICT, WITHOUT ROWID"), "\(sql)")
        }
    }

    @Test(arguments: [
        ("INSERT INTO entry VALUES (1, 2, 3)", PersistenceError.Code.conflict),
        ("INSERT INTO entry VALUES (2, 1, 3)", .conflict),
        ("INSERT INTO loose (rowid) VALUES (1)", .conflict),
        ("INSERT INTO entry VALUES (2, 2, NULL)", .unwritable),
        ("INSERT INTO entry VALUES (2, 2, 'text')", .unwritable),
        ("INSERT INTO entry VALUES (2, 3, -1)", .failed),
    ])
    func aViolatedConstraintHasItsCode(_ statement: String, _ code: PersistenceError.Code) throws {
        let connection = try fixture.writer([
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY, one INTEGER UNIQUE,
                two INTEGER NOT NULL CHECK (two > 0)) STRICT
            """,
            "INSERT INTO entry VALUES (1, 1, 1)",
            "CREATE TABLE loose (one INTEGER)",
            "INSERT INTO loose (rowid) VALUES (1)",
        ])
        let error = try #require(throws: PersistenceError.self) {
            try connection.execute(statement)
        }
        #expect(error.code == code, "\(error)")
    }
}
