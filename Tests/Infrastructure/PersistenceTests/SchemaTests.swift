import Persistence
import Testing

@Model("transfer", in: .account)
private struct Transfer: Equatable {
    @PrimaryKey let node: String
    var offset: Int64
    @ColumnName("remark") var note: String?
    var isDone: Bool = false
    var label: String { "\(node) \(offset)" }
}

@Suite struct SchemaTests {
    private static let create = MigrationStep.create(
        TableSchema(
            "transfer", in: .account,
            [
                .key("node", .text), .column("offset", .integer), .optional("remark", .text),
                .column("isDone", .integer),
            ]))

    private func differences(_ steps: MigrationStep...) -> [String] {
        DatabaseSchema(
            program: 1, models: [Transfer.self], migrations: [Migration("first", steps)]
        ).differences
    }

    @Test func macroWritesTheTableOfTheModel() {
        #expect(
            "\(Transfer.table)"
                == "transfer(node text key, offset integer, remark text optional, isDone integer)")
        #expect(Transfer.table.role == .account)
        let transfer = Transfer(node: "a", offset: 1, note: nil)
        #expect(transfer.label == "a 1")
    }

    @Test func migrationsThatLeadToTheModelsHaveNoDifference() {
        #expect(differences(Self.create) == [])
        #expect(
            differences(
                .create(TableSchema("t", [.key("node", .text), .optional("note", .text)])),
                .rename(column: "note", to: "remark", of: "t"), .rename("t", to: "transfer"),
                .add(.column("isDone", .integer), to: "transfer", value: .integer(0)),
                .add(.column("offset", .integer), to: "transfer", value: .integer(0))) == [])
    }

    @Test func changeOfAModelWithoutMigrationIsADifference() {
        let steps: [MigrationStep] = [
            .drop("transfer"), .drop(column: "offset", of: "transfer"),
            .rename(column: "offset", to: "start", of: "transfer"),
            .add(.optional("more", .text), to: "transfer"), .rename("transfer", to: "other"),
        ]
        for step in steps {
            let found = differences(Self.create, step)
            #expect(found.count == 1 && found[0].contains("add a migration"), "\(step)")
        }
        #expect(differences()[0].contains("does not exist"))
    }

    @Test func stepThatDoesNotFitIsNamed() {
        let steps: [MigrationStep] = [
            Self.create, .drop("absent"), .drop(column: "absent", of: "transfer"),
            .drop(column: "node", of: "transfer"),
            .rename(column: "offset", to: "REMARK", of: "transfer"),
            .add(.column("isDone", .integer), to: "transfer", value: .integer(0)),
            .add(.column("new", .integer), to: "transfer"),
            .create(IndexSchema("i", on: "transfer", ["absent"])), .drop(index: "absent"),
            .backfill(["node"], of: "transfer", by: "x") { $0 },
        ]
        for step in steps {
            let found = differences(Self.create, step)
            #expect(found.count == 1 && found[0].hasPrefix("migration 'first':"), "\(step)")
        }
        let indexed = differences(
            Self.create, .create(IndexSchema("i", on: "transfer", ["offset"])),
            .drop(column: "offset", of: "transfer"))
        #expect(indexed[0].contains("drop it first"))
    }

    @Test func referenceThatDoesNotFitIsADifference() {
        let targets = [
            nil, TableSchema("target", [.key("id", .integer)]),
            TableSchema("target", [.key("id", .text), .key("number", .integer)]),
        ]
        let referring = TableSchema(
            "a", [.key("id", .text), .optional("to", .text, references: TableReference("target"))])
        for target in targets {
            let steps = (target.map { [MigrationStep.create($0)] } ?? []) + [.create(referring)]
            let found = DatabaseSchema(
                program: 1, models: [], migrations: [Migration("first", steps)]
            ).differences
            #expect(found.count == 1 && found[0].hasPrefix("column 'to' of table 'a' refers to"))
        }
        let fitting = TableSchema("target", [.key("id", .text)])
        #expect(
            DatabaseSchema(
                program: 1, models: [],
                migrations: [Migration("first", [.create(referring), .create(fitting)])]
            ).differences == [])
    }

    @Test func stepIsDescribedWithoutItsCode() {
        let step = MigrationStep.combine(
            ["a", "b"], into: .column("c", .text), of: "t", by: "join"
        ) { _ in .text("secret") }
        #expect(step.description == "combine a, b into c text of t by join")
    }

    @Test func badNameTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = TableSchema("a\u{0}b", [.key("id", .integer)])
        }
        await #expect(processExitsWith: .failure) {
            _ = TableSchema("SQLite_x", [.key("id", .integer)])
        }
        await #expect(processExitsWith: .failure) { _ = TableSchema("", [.key("id", .integer)]) }
    }

    @Test func tableWithoutAKeyOrWithTwoEqualColumnsTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = TableSchema("t", [.column("id", .integer)])
        }
        await #expect(processExitsWith: .failure) {
            _ = TableSchema("t", [.key("id", .integer), .column("ID", .text)])
        }
    }

    @Test func optionalOfAnOptionalTraps() async {
        await #expect(processExitsWith: .failure) { _ = Int??.isOptional }
    }
}
