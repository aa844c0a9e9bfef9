import Persistence
import Testing

@Model("transfer")
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
            "transfer",
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
        let transfer = Transfer(node: "a", offset: 1, note: nil)
        #expect(transfer.label == "a 1")
    }

    @Test func migrationsThatLeadToTheModelsHaveNoDifference() {
        #expect(differences(Self.create) == [])
        #expect(
            differences(
                .create(
                    TableSchema("transfer", [.key("node", .text), .optional("remark", .text)])),
                .add(.column("isDone", .integer), to: "transfer", value: .integer(0)),
                .add(.column("offset", .integer), to: "transfer", value: .integer(0))) == [])
        #expect(differences(.statements(["CREATE ..."], leadingTo: [Transfer.table])) == [])
    }

    @Test func changeOfAModelWithoutMigrationIsADifference() {
        let found = differences(Self.create, .add(.optional("more", .text), to: "transfer"))
        #expect(found.count == 1 && found[0].contains("add a migration"))
        #expect(differences()[0].contains("does not exist"))
    }

    @Test func stepThatDoesNotFitIsNamed() {
        let steps: [MigrationStep] = [
            Self.create, .add(.column("isDone", .integer), to: "transfer", value: .integer(0)),
            .add(.column("new", .integer), to: "transfer"),
            .add(.optional("new", .integer), to: "absent"),
            .create(IndexSchema("i", on: "transfer", ["absent"])),
        ]
        for step in steps {
            let found = differences(Self.create, step)
            #expect(found.count == 1 && found[0].hasPrefix("migration 'first':"), "\(step)")
        }
    }

    @Test func tableWithoutAKeyTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = TableSchema("t", [.column("id", .integer)])
        }
    }

    @Test func optionalOfAnOptionalTraps() async {
        await #expect(processExitsWith: .failure) { _ = Int??.isOptional }
    }
}
