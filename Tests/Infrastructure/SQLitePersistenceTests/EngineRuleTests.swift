import Foundation
import Persistence
import SQLitePersistence
import Scheduling
import Testing

/// A row with a column of every type.
@Model("everything")
private struct Everything: Hashable {
    @PrimaryKey let id: Int64
    var whole: Int64 = 0
    var small: Int32 = 0
    var number: Double = 0
    var flag: Bool = false
    var text: String = ""
    var bytes: [UInt8] = []
    var color: Color = .red
    var maybeWhole: Int64?
    var maybeNumber: Double?
    var maybeText: String?
    var maybeBytes: [UInt8]?

    enum Color: String, ColumnValue { case red, green }

    /// All bits of the row, since equality treats -0.0 as 0.0 and compares texts by their meaning.
    var bits: [String] {
        [
            "\(id) \(whole) \(small) \(number.bitPattern) \(flag) \(bytes) \(color)",
            "\(Array(text.utf8)) \(maybeText.map { Array($0.utf8) } as Any)",
            "\(maybeWhole as Any) \(maybeNumber?.bitPattern as Any) \(maybeBytes as Any)",
        ]
    }
}

/// The same table with wider types, which stores values that `Everything` cannot read.
@Model("everything")
private struct Wide {
    @PrimaryKey let id: Int64
    var whole: Int64 = 0
    var small: Int64 = 0
    var number: Double = 0
    var flag: Int64 = 0
    var text: String = ""
    var bytes: [UInt8] = []
    var color: String = "red"
    var maybeWhole: Int64?
    var maybeNumber: Double?
    var maybeText: String?
    var maybeBytes: [UInt8]?
}

@Model("item")
private struct Item: Hashable {
    @PrimaryKey let name: String
    var size: Int64 = 0
    var weight: Double?
    var note: String?
}

/// A row with a key of two columns, whose table and columns have hostile names.
@Model("select \"\u{301}x\"; DROP TABLE item; --")
private struct Hostile: Hashable {
    @PrimaryKey @ColumnName("order") let id: String
    @PrimaryKey @ColumnName("?1 %s $2 \\") let number: Int64
    @ColumnName("a\"\u{301}b'c`d]e[f;g") var first: String = ""
    @ColumnName("naïve 表 \u{1F4F7}") var second: String?
}

/// An item before a migration.
@Model("item")
private struct OldItem {
    @PrimaryKey let name: String
    let size: Int64
}

/// The item after the migration.
@Model("item")
private struct NewItem: Hashable {
    @PrimaryKey let name: String
    let size: Int64
    let weight: Double?
    let note: String
}

/// The rules that each engine keeps: the one of SQLite, and the one in memory.
@Suite struct EngineRuleTests {
    enum Kind: String, CaseIterable, Sendable { case memory, sqlite }

    private let fixture: DatabaseFixture
    private let memory = MemoryEngine()
    private let scheduler = WorkScheduler(name: "BL")
    private struct Refusal: Error {}
    /// The number of transactions of the random writer.
    private static let rounds =
        ProcessInfo.processInfo.environment["PERSISTENCE_ROUNDS"].flatMap(Int64.init) ?? 100

    init() throws { fixture = try DatabaseFixture() }

    private static let tables = Migration(
        "tables",
        [
            .create(Everything.table), .create(Item.table), .create(Hostile.table),
            .create(IndexSchema("item_size", on: "item", ["size"])),
        ])

    private func open(
        _ kind: Kind, _ migrations: [Migration] = [tables], program: Int32 = 7,
        readers: Database.Readers = .threads(2)
    ) -> Database {
        let engine: any PersistenceEngine = kind == .memory ? memory : SQLiteEngine()
        return Database(
            engine, at: DatabasePlace(fixture.path),
            schema: DatabaseSchema(
                program: program, models: [Everything.self, Item.self, Hostile.self],
                migrations: migrations), on: scheduler, readers: readers)
    }

    private func expect(
        _ code: PersistenceError.Code, _ body: () async throws -> Void,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async -> PersistenceError? {
        do {
            try await body()
            Issue.record("no error was thrown", sourceLocation: sourceLocation)
        } catch let error as PersistenceError {
            #expect(error.code == code, sourceLocation: sourceLocation)
            return error
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
        return nil
    }

    /// Texts that would do harm in a statement, a file name or a terminal.
    private static let hostileTexts = [
        "", " ", "'", "\"", "''", "\\", "%", "_", "?", "?1", ":a", "$1", "--", "/*", ";",
        "'; DROP TABLE item; --", "\"; DROP TABLE item; --", "' OR '1'='1", "NULL", "0", "1e400",
        "x'00'", "\u{0}", "a\u{0}b", "line\nbreak", "\u{1B}[31m", "\u{202E}rtl", "\u{FEFF}bom",
        "e\u{301}", "\u{E9}", "ß", "\u{1F4F7}", "\u{10FFFF}", "\u{FFFD}", "A", "a", "'\u{301}",
        String(repeating: "x", count: 100_000),
    ]

    @Test(arguments: Kind.allCases)
    func valuesAreReadAsTheyWereStoredToTheLastBit(_ kind: Kind) async throws {
        var rows: [Everything] = []
        func add(_ change: (inout Everything) -> Void) {
            var row = Everything(id: Int64(rows.count))
            change(&row)
            rows.append(row)
        }
        for number in [Int64.min, -1 << 53 - 1, -1, 0, 1, 1 << 31, .max] {
            add { ($0.whole, $0.maybeWhole) = (number, number) }
        }
        for number in [Int32.min, -1, .max] { add { $0.small = number } }
        for number in [
            -0.0, 0.1, -0.1e-300, 1e15, .infinity, -.infinity, .leastNonzeroMagnitude, .pi,
        ] {
            add { ($0.number, $0.maybeNumber) = (number, number) }
        }
        for text in Self.hostileTexts { add { ($0.text, $0.maybeText) = (text, text) } }
        for bytes in [[], [0], [255, 254, 0, 39, 34, 92], Array(0...255)] as [[UInt8]] {
            add { ($0.bytes, $0.maybeBytes) = (bytes, bytes) }
        }
        add { ($0.flag, $0.color) = (true, .green) }
        let database = open(kind)
        try await database.write { [rows] in try $0.insert(contentsOf: rows) }
        // A second connection cannot have the values in its cache.
        for database in [database, open(kind)] {
            let found = try await database.read { try $0.all(Everything.all) }
            #expect(found.map(\.bits) == rows.map(\.bits))
        }
    }

    @Test(arguments: Kind.allCases)
    func nanIsRefusedAndNothingIsStored(_ kind: Kind) async throws {
        let database = open(kind)
        let error = await expect(.unwritable) {
            try await database.write { try $0.upsert(Everything(id: 1, maybeNumber: .nan)) }
        }
        #expect(error?.table == "everything" && error?.column == "maybeNumber")
        #expect(try await database.read { try $0.count(Everything.all) } == 0)
    }

    @Test(arguments: Kind.allCases)
    func aStoredValueOfAnotherTypeIsAnErrorThatNamesItsPlace(_ kind: Kind) async throws {
        let database = open(kind)
        try await database.write { session in
            try session.insert(Wide(id: 1, small: 1 << 31))
            try session.insert(Wide(id: 2, flag: 2))
            try session.insert(Wide(id: 3, color: "blue"))
            try session.insert(Wide(id: 4))
        }
        for (index, column) in ["small", "flag", "color"].enumerated() {
            let error = await expect(.unreadable) {
                _ = try await database.read { try $0.find(Everything.self, Int64(index + 1)) }
            }
            #expect(error?.table == "everything" && error?.column == column)
            #expect(error?.key == "\(index + 1)" && !"\(error as Any)".contains("blue"))
        }
        #expect(try await database.read { try $0.find(Everything.self, 4) } == Everything(id: 4))
    }

    @Test(arguments: Kind.allCases)
    func hostileNamesAndTextsChangeNothingElse(_ kind: Kind) async throws {
        let (database, texts) = (open(kind), Self.hostileTexts)
        let rows = texts.map { Hostile(id: $0, number: 1, first: $0, second: $0) }
        try await database.write { session in
            try session.insert(Item(name: "a"))
            try session.insert(contentsOf: rows)
            try session.upsert(contentsOf: rows)
            for text in texts {
                let query = Hostile.where { $0.first == text && $0.second == text }
                #expect(try session.all(query).map { Array($0.id.utf8) } == [Array(text.utf8)])
            }
        }
        try await database.read { session in
            for text in texts {
                let row = try session.find(Hostile.self, (text, 1))
                #expect(row.map { Array($0.first.utf8) } == Array(text.utf8))
            }
            let ordered = try session.all(Hostile.all.order(by: \.first)).map { Array($0.id.utf8) }
            #expect(
                ordered == texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
            #expect(try session.all(Item.all) == [Item(name: "a")])
        }
        let deleted = try await database.write { session in
            try texts.reduce(0) { count, text in
                try count + session.delete(Hostile.where { $0.second == text })
            }
        }
        #expect(deleted == texts.count)
    }

    /// A random condition, and the same one as a closure.
    private static func randomCase(
        depth: Int = 0
    ) -> (condition: Condition<Item>, holds: @Sendable (Item) -> Bool) {
        let (columns, size) = (Item.columns, Int64.random(in: -4...4))
        let weight: Double = [-1.5, 0, 0.5, 2].randomElement() ?? 0
        let text = ["", "a", "B", "é", "e\u{301}"].randomElement() ?? ""
        switch Int.random(in: 0..<(depth < 4 ? 13 : 9)) {
        case 0: return (columns.size == size, { $0.size == size })
        case 1: return (columns.size != size, { $0.size != size })
        case 2: return (columns.size >= size, { $0.size >= size })
        case 3: return (columns.weight == nil, { $0.weight == nil })
        case 4: return (columns.weight != weight, { $0.weight != weight })
        case 5: return (columns.weight > weight, { $0.weight.map { $0 > weight } ?? false })
        case 6: return (columns.weight <= weight, { $0.weight.map { $0 <= weight } ?? false })
        case 7: return (columns.weight < nil, { _ in false })
        case 8: return (columns.name < text, { $0.name.utf8.lexicographicallyPrecedes(text.utf8) })
        case 9, 10:
            let (left, right) = (randomCase(depth: depth + 1), randomCase(depth: depth + 1))
            return (left.condition && right.condition, { left.holds($0) && right.holds($0) })
        default:
            let (left, right) = (randomCase(depth: depth + 1), randomCase(depth: depth + 1))
            return (left.condition || right.condition, { left.holds($0) || right.holds($0) })
        }
    }

    @Test(arguments: Kind.allCases)
    func randomQueriesReturnTheRowsOfALoop(_ kind: Kind) async throws {
        let database = open(kind)
        let items = (0..<60).map { number in
            Item(
                name: ["a", "B", "é"][number % 3] + " \(number)", size: Int64.random(in: -3...3),
                weight: [nil, -1.5, 0, 0.5, 2].randomElement() ?? nil)
        }
        try await database.write { try $0.insert(contentsOf: items.shuffled()) }
        for _ in 0..<200 {
            let (condition, holds) = Self.randomCase()
            let (byWeight, descending) = (Bool.random(), Bool.random())
            let limit = Int.random(in: 0...40)
            let base = Item.where { _ in condition }
            let direction: SortDirection = descending ? .descending : .ascending
            let query =
                byWeight ? base.order(by: \.weight, direction) : base.order(by: \.size, direction)
            let expected = items.filter(holds).sorted { left, right in
                let values =
                    byWeight
                    ? (left.weight.storedValue, right.weight.storedValue)
                    : (left.size.storedValue, right.size.storedValue)
                if values.0 != values.1 { return (values.0 < values.1) != descending }
                return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
            }
            let found = try await database.read { session in
                (
                    all: try session.all(query), some: try session.all(query.limit(limit)),
                    count: try session.count(query.limit(limit)), first: try session.first(query)
                )
            }
            #expect(found.all == expected, "\(condition)")
            #expect(found.some == Array(expected.prefix(limit)))
            #expect(found.count == found.some.count)
            #expect(found.first == expected.first)
        }
    }

    @Test(arguments: Kind.allCases)
    func anInsertOfAKnownKeyIsAConflictAndAnUpsertReplacesTheRow(_ kind: Kind) async throws {
        let database = open(kind)
        try await database.write { try $0.insert(Item(name: "a", size: 1, note: "b")) }
        let known = await expect(.conflict) {
            try await database.write {
                try $0.insert(contentsOf: ["x", "a"].map { Item(name: $0) })
            }
        }
        #expect(known?.table == "item" && known?.key == "'a'" && known?.row == 1)
        try await database.write { session in
            // The transaction continues after the error of a call.
            #expect(throws: PersistenceError.self) { try session.insert(Item(name: "a")) }
            try session.upsert(Item(name: "a", size: 2))
        }
        #expect(try await database.read { try $0.all(Item.all) } == [Item(name: "a", size: 2)])
        let invalid = await expect(.invalidQuery) {
            try await database.write { _ = try $0.delete(Item.all.limit(1)) }
        }
        #expect(invalid?.table == "item")
    }

    @Test(arguments: Kind.allCases)
    func anErrorRollsTheTransactionBack(_ kind: Kind) async throws {
        let database = open(kind)
        try await database.write { try $0.insert(Item(name: "a")) }
        await #expect(throws: Refusal.self) {
            try await database.write { session in
                try session.insert(Item(name: "b"))
                try session.delete(Item.where { $0.name == "a" })
                #expect(try session.all(Item.all) == [Item(name: "b")])
                throw Refusal()
            }
        }
        #expect(try await database.read { try $0.all(Item.all) } == [Item(name: "a")])
    }

    @Test(arguments: Kind.allCases)
    func aCancellationBeforeTheCommitRollsTheTransactionBack(_ kind: Kind) async throws {
        let database = open(kind)
        let (begun, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await database.write { session in
                try session.insert(Item(name: "a"))
                begun.signal()
                cancelled.wait()
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                begun.wait()
                continuation.resume()
            }
        }
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.read { try $0.count(Item.all) } == 0)
    }

    @Test(arguments: Kind.allCases)
    func aReadSeesOneStateBesideTheWriterAndWaitsForNoWrite(_ kind: Kind) async throws {
        let database = open(kind)
        try await database.write { try $0.insert(Item(name: "a")) }
        try await database.read { session in
            #expect(try session.count(Item.all) == 1)
            try database.writer.wait { writer in
                try writer.write { try $0.insert(Item(name: "b")) }
            }
            #expect(try session.count(Item.all) == 1)
        }
        try await database.writer.run { writer in
            try writer.write { session in
                try session.insert(Item(name: "c"))
                let counted = DispatchSemaphore(value: 0)
                _ = Task {
                    let count = try await database.read { try $0.count(Item.all) }
                    #expect(count == 2)
                    counted.signal()
                }
                counted.wait()
            }
        }
        #expect(try await database.read { try $0.count(Item.all) } == 3)
    }

    /// The sum of the sizes is the number of the round, in each state that a reader sees.
    @Test(arguments: Kind.allCases)
    func fourReadersAndAWriterAgreeWithAModel(_ kind: Kind) async throws {
        let database = open(kind, readers: .threads(4))
        let isOver = Guarded(false)
        let readers = (0..<4).map { _ in
            Task { @Sendable in
                var last: Int64 = 0
                while !isOver.withLock({ $0 }) {
                    let items = try await database.read { try $0.all(Item.all) }
                    let round = items.first { $0.name == "round" }?.size ?? 0
                    let sum = items.reduce(0) { $0 + $1.size } - round
                    #expect(sum == round && round >= last)
                    last = round
                }
            }
        }
        var model: [String: Item] = [:]
        for round in 1...Self.rounds {
            var next = model
            for _ in 0..<4 {
                let name = "\(Int.random(in: 0..<20))"
                next[name] = Bool.random() ? Item(name: name, size: .random(in: -5...5)) : nil
            }
            let rest = next.values.reduce(0) { $0 + $1.size } - (next["rest"]?.size ?? 0)
            next["rest"] = Item(name: "rest", size: round - rest)
            let (written, isRefused) = (next, round % 8 == 0)
            do {
                try await database.write(isDurable: false) { session in
                    try session.delete(Item.where { $0.name != "round" })
                    try session.insert(contentsOf: written.values)
                    try session.upsert(Item(name: "round", size: round))
                    if isRefused { throw Refusal() }
                }
                model = written
            } catch is Refusal {}
            let found = try await database.read {
                try $0.all(Item.where { $0.name != "round" })
            }
            #expect(Set(found) == Set(model.values))
        }
        isOver.withLock { $0 = true }
        for reader in readers { try await reader.value }
    }

    @Test(arguments: Kind.allCases)
    func laterMigrationsKeepTheRowsAndUnknownOnesAreRefused(_ kind: Kind) async throws {
        let first = Migration(
            "items",
            [.create(TableSchema("item", [.key("name", .text), .column("size", .integer)]))])
        let second = Migration(
            "notes",
            [
                .add(.optional("weight", .real), to: "item"),
                .add(.column("note", .text), to: "item", value: .text("it's new")),
            ])
        func open(_ model: any Model.Type, _ migrations: [Migration], program: Int32 = 7)
            -> Database
        {
            Database(
                kind == .memory ? memory : SQLiteEngine(), at: DatabasePlace(fixture.path),
                schema: DatabaseSchema(program: program, models: [model], migrations: migrations),
                on: scheduler)
        }
        try await open(OldItem.self, [first]).write { try $0.insert(OldItem(name: "a", size: 1)) }
        for _ in 0..<2 {
            let database = open(NewItem.self, [first, second])
            let rows = try await database.read { try $0.all(NewItem.all) }
            #expect(rows == [NewItem(name: "a", size: 1, weight: nil, note: "it's new")])
            await database.close()
        }
        let changed = Migration("items", first.steps + [.statements(["SELECT 1"])])
        for (code, database) in [
            (PersistenceError.Code.tooNew, open(OldItem.self, [first])),
            (.migrationChanged, open(NewItem.self, [changed, second])),
            (.schemaMismatch, open(NewItem.self, [first])),
            (.foreign, open(OldItem.self, [first], program: 8)),
        ] {
            _ = await expect(code) { try await database.read { _ in } }
            _ = await expect(code) { try await database.write { _ in } }
        }
    }
}
