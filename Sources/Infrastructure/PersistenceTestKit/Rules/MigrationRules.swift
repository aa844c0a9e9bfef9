import Persistence
import Scheduling

/// A row before the migrations of the rules.
@Model("note")
struct OldNote: Hashable {
    @PrimaryKey let id: Int64
    var first: String
    var last: String
    var extra: String?
}

/// The same row after them.
@Model("notes")
struct NewNote: Hashable {
    @PrimaryKey let id: Int64
    var name: String
    var stars: Int64
    var weight: Double
    var words: Int64?
    var title: String
}

extension PersistenceConformance.Rule {
    private static let begin = Migration("notes", [.create(OldNote.table)])
    private static let newTitle = "it's '\u{301}; DROP TABLE notes; --"
    private static let changes = [
        Migration(
            "names",
            [
                .combine(["first", "last"], into: .column("full", .text), of: "note", by: "join") {
                    row in
                    .text("\(text(row["first"])) \(text(row["last"]))")
                },
                .drop(column: "extra", of: "note"),
                .create(IndexSchema("note_full", on: "note", ["full"])),
                .rename(column: "full", to: "name", of: "note"),
            ]),
        Migration(
            "ratings",
            [
                .rename("note", to: "notes"),
                .add(.column("stars", .integer), to: "notes", value: .integer(3)),
                .add(.column("weight", .real), to: "notes", value: .real(-0.5)),
                .add(.optional("words", .integer), to: "notes"),
                .add(.column("title", .text), to: "notes", value: .text(newTitle)),
                .backfill(["words"], of: "notes", slice: 7, by: "count of letters") { row in
                    ["words": .integer(Int64(text(row["name"]).utf8.count))]
                },
            ]),
    ]

    private static func text(_ value: StoredValue?) -> String {
        if case .text(let text) = value { text } else { "" }
    }

    private static func schema(
        _ models: [any Model.Type], _ migrations: [Migration],
        program: Int32 = PersistenceHarness.program
    ) -> [DatabaseRole: DatabaseSchema] {
        [.guest: DatabaseSchema(program: program, models: models, migrations: migrations)]
    }

    private static let old = (0..<40 as Range<Int64>).map {
        OldNote(id: $0, first: "a'\u{0}\($0)", last: "\"b\"", extra: nil)
    }
    private static let new = (0..<40 as Range<Int64>).map { id in
        let name = "a'\u{0}\(id) \"b\""
        return NewNote(
            id: id, name: name, stars: 3, weight: -0.5, words: Int64(name.utf8.count),
            title: newTitle)
    }

    /// Stores the old rows, and closes the database.
    private static func prepare(_ harness: PersistenceHarness) async throws {
        let database = harness.open(schemas: schema([OldNote.self], [begin]))
        try await database.write { try $0.insert(contentsOf: old) }
        await database.close()
    }

    static let migrations = [
        Self("migrations change tables and rows, once, in their order") { harness in
            try await prepare(harness)
            for _ in 0..<2 {
                let database = harness.open(schemas: schema([NewNote.self], [begin] + changes))
                let found = try await database.read { try $0.all(NewNote.all) }
                harness.expectEqual(found, new, "the list of rows")
                await database.close()
            }
        },
        Self("progress of a migration is reported after each slice") { harness in
            try await prepare(harness)
            let seen = Guarded([MigrationProgress]())
            let database = Database(
                harness.engine, guest: harness.place("guest"),
                schemas: schema([NewNote.self], [begin] + changes), on: harness.scheduler
            ) { progress in seen.withLock { $0.append(progress) } }
            _ = try await database.read { try $0.count(NewNote.all) }
            await database.close()
            let last = seen.withLock { $0 }.suffix(6)
            harness.expectEqual(
                last.map(\.rows), [7, 14, 21, 28, 35, 40], "the list of computed rows")
            harness.expect(
                last.allSatisfy { $0.total == 40 && $0.migration == "ratings" },
                "the reports name another number or migration")
        },
        Self("a migration that fails leaves the old tables, and the next attempt succeeds") {
            harness in
            struct Failure: Error {}
            try await prepare(harness)
            let isBroken = Guarded(true)
            let failing = Migration(
                "failing",
                [
                    .add(.column("count", .integer), to: "notes", value: .integer(0)),
                    .backfill(["count"], of: "notes", by: "fails") { row in
                        if row["id"] == .integer(30), isBroken.withLock({ $0 }) { throw Failure() }
                        return ["count": .integer(1)]
                    },
                    .drop(column: "count", of: "notes"),
                ])
            let schemas = schema([NewNote.self], [begin] + changes + [failing])
            let broken = harness.open(schemas: schemas)
            let error = await harness.expectError(.failed, "the migration") {
                try await broken.read { try $0.count(NewNote.all) }
            }
            harness.expectEqual(error?.key, "30", "the key of the error")
            await broken.close()
            // The migrations before the failing one were kept.
            let before = harness.open(schemas: schema([NewNote.self], [begin] + changes))
            let rows = try await before.read { try $0.all(NewNote.all) }
            harness.expectEqual(rows, new, "the list of rows after the failure")
            await before.close()
            isBroken.withLock { $0 = false }
            let after = harness.open(schemas: schemas)
            harness.expectEqual(
                try await after.read { try $0.all(NewNote.all) }, new, "the list of rows")
        },
        Self("a past migration that was changed, moved or removed is refused") { harness in
            try await prepare(harness)
            let renamed = Migration("other", begin.steps)
            let changed = Migration(
                "notes", begin.steps + [.add(.optional("x", .text), to: "note")])
            let first = Migration("first", [.create(TableSchema("x", [.key("id", .integer)]))])
            for migrations in [[renamed], [changed], [first, begin]] {
                let models: [any Model.Type] =
                    migrations[0].name == "notes" ? [] : [OldNote.self]
                let database = harness.open(schemas: schema(models, migrations))
                await harness.expectError(.migrationChanged, "opening") {
                    try await database.read { _ in }
                }
            }
        },
        Self("a database of a newer version, or of another program, is refused and unchanged") {
            harness in
            try await prepare(harness)
            let later = harness.open(schemas: schema([NewNote.self], [begin] + changes))
            harness.expectEqual(
                try await later.read { try $0.count(NewNote.all) }, 40, "the count")
            await later.close()
            let older = harness.open(schemas: schema([OldNote.self], [begin]))
            await harness.expectError(.tooNew, "opening a newer one") {
                try await older.read { _ in }
            }
            let foreign = harness.open(
                schemas: schema([NewNote.self], [begin] + changes, program: 1))
            await harness.expectError(.foreign, "opening a foreign one") {
                try await foreign.read { _ in }
            }
            let again = harness.open(schemas: schema([NewNote.self], [begin] + changes))
            harness.expectEqual(
                try await again.read { try $0.all(NewNote.all) }, new, "the list of rows")
        },
        Self("a model without its migration is refused before anything is created") { harness in
            let database = harness.open(schemas: schema([NewNote.self], [begin]))
            await harness.expectError(.schemaMismatch, "opening") {
                try await database.read { _ in }
            }
            let other = harness.open(
                schemas: schema([OldNote.self], [begin], program: PersistenceHarness.program + 1))
            harness.expectEqual(
                try await other.read { try $0.count(OldNote.all) }, 0, "the count in a new one")
        },
        Self("references are checked at the end of a migration, and again after a failure") {
            harness in
            let tables = Migration(
                "tables", [.create(Folder.table), .create(Owner.table), .create(File.table)])
            let models: [any Model.Type] = [Folder.self, Owner.self, File.self]
            let first = harness.open(schemas: schema(models, [tables]))
            try await first.write { session in
                try session.insert(Folder(id: 1, name: "one"))
                try session.insert(File(name: "a", folder: 1))
            }
            await first.close()
            // The copy of the table does not delete the files that refer to it.
            let copying = Migration("copy", [.recreate(Folder.table)])
            let breaking = Migration(
                "break",
                [
                    .backfill(["folder"], of: "file", by: "no folder") { _ in
                        ["folder": .integer(9)]
                    }
                ])
            let broken = harness.open(schemas: schema(models, [tables, copying, breaking]))
            await harness.expectError(.missingReference, "the migration") {
                try await broken.read { _ in }
            }
            await broken.close()
            let database = harness.open(schemas: schema(models, [tables, copying]))
            try await database.write { session in
                harness.expectEqual(
                    try session.all(File.all), [File(name: "a", folder: 1)], "the list of files")
                harness.expectError(.missingReference, within: "an insert") {
                    try session.insert(File(name: "b", folder: 2))
                }
                try session.delete(Folder.all)
                harness.expectEqual(try session.count(File.all), 0, "the count of files")
            }
        },
    ]
}
