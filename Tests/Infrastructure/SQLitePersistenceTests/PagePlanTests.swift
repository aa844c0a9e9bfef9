import Testing

@testable import Persistence
@testable import SQLitePersistence

/// The plans of SQLite for the queries of pages.
@Suite struct PagePlanTests {
    private let fixture: DatabaseFixture

    init() throws { fixture = try DatabaseFixture() }

    /// The first step of the plan for the rows of the first order after a moment.
    private func plan(_ direction: SortDirection, isOptional: Bool) throws -> String? {
        let table = TableSchema(
            "entry", [.key("id", .integer), ColumnSchema("date", .real, isOptional: isOptional)])
        let order = [SortKey(1, direction), SortKey(0, .ascending)]
        let predicate = Predicate.after([.real(5), .integer(7)], in: order, of: table)
        var sql = SQLText("EXPLAIN QUERY PLAN SELECT * FROM entry")
        sql.addClauses(of: TableQuery(table, predicate, order: order, limit: 10))
        let connection = try fixture.writer([
            SQLMigration(
                1, "entries",
                [
                    """
                    CREATE TABLE entry (
                        id INTEGER PRIMARY KEY, date REAL\(isOptional ? "" : " NOT NULL"))
                    """,
                    "CREATE INDEX entry_date ON entry (date, id)",
                ])
        ])
        return try connection.statement(sql.text).first { $0.text(3) }
    }

    @Test(arguments: [(SortDirection.ascending, false), (.ascending, true), (.descending, false)])
    func aLaterPageBeginsAtItsPositionInTheIndex(
        _ direction: SortDirection, _ isOptional: Bool
    ) throws {
        let sign = direction == .ascending ? ">" : "<"
        let step = try plan(direction, isOptional: isOptional)
        #expect(step == "SEARCH entry USING COVERING INDEX entry_date (date\(sign)?)")
    }
}
