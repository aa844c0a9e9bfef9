import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The table and the conversion that `@Model` writes.
struct ModelExpansionTests {
    @Test func propertiesBecomeColumns() {
        expectExpansion(
            of: """
                @Model("transfer")
                public struct Transfer {
                    @PrimaryKey let node: NodeID
                    @ColumnName("bytes") var offset: Int64 = 0
                    var folder: Int64?
                    var label: String { "a" }
                    static let limit = 3
                }
                """,
            """
            public struct Transfer {
                let node: NodeID
                var offset: Int64 = 0
                var folder: Int64?
                var label: String { "a" }
                static let limit = 3
            }

            extension Transfer: Persistence.Model {
                public struct Columns: Sendable {
                    public let node = Persistence.Column<Transfer, NodeID>("node", at: 0, \
            isKey: true)
                    public let offset = Persistence.Column<Transfer, Int64>("bytes", at: 1)
                    public let folder = Persistence.Column<Transfer, Int64?>("folder", at: 2)
                }
                public typealias KeyValue = NodeID
                public static let columns = Columns()
                public static let table = Persistence.TableSchema("transfer", [
                    columns.node.schema,
                    columns.offset.schema,
                    columns.folder.schema,
                ])
                public static func storedKey(_ key: KeyValue) -> [Persistence.StoredValue] {
                    [key.storedValue]
                }
                public init(from row: any Persistence.RowReader) \
            throws(Persistence.PersistenceError) {
                    self.node = try row.read(0)
                    self.offset = try row.read(1)
                    self.folder = try row.read(2)
                }
                public func write(to row: any Persistence.RowWriter) \
            throws(Persistence.PersistenceError) {
                    try row.write(self.node.storedValue, at: 0)
                    try row.write(self.offset.storedValue, at: 1)
                    try row.write(self.folder.storedValue, at: 2)
                }
            }
            """)
    }

    @Test func keyOfSeveralPropertiesIsATuple() {
        expectExpansion(
            of: """
                @Model("label")
                struct Label {
                    @PrimaryKey let owner: String
                    @PrimaryKey let `default`: Int64
                }
                """,
            """
            struct Label {
                let owner: String
                let `default`: Int64
            }

            extension Label: Persistence.Model {
                struct Columns: Sendable {
                    let owner = Persistence.Column<Label, String>("owner", at: 0, isKey: true)
                    let `default` = Persistence.Column<Label, Int64>("default", at: 1, isKey: true)
                }
                typealias KeyValue = (String, Int64)
                static let columns = Columns()
                static let table = Persistence.TableSchema("label", [
                    columns.owner.schema,
                    columns.`default`.schema,
                ])
                static func storedKey(_ key: KeyValue) -> [Persistence.StoredValue] {
                    [key.0.storedValue, key.1.storedValue]
                }
                init(from row: any Persistence.RowReader) \
            throws(Persistence.PersistenceError) {
                    self.owner = try row.read(0)
                    self.`default` = try row.read(1)
                }
                func write(to row: any Persistence.RowWriter) \
            throws(Persistence.PersistenceError) {
                    try row.write(self.owner.storedValue, at: 0)
                    try row.write(self.`default`.storedValue, at: 1)
                }
            }
            """)
    }

    @Test(arguments: ["final class Transfer {}", "struct Transfer<Node> {}", "enum Transfer {}"])
    func otherTypesAreRefused(_ type: String) {
        expectExpansion(
            of: "@Model(\"transfer\") \(type)", type,
            diagnostics: [
                .init(
                    message: "@Model applies to structures without generic parameters", line: 1,
                    column: 1)
            ])
    }

    @Test func modelWithoutAKeyIsRefused() {
        expectExpansion(
            of: "@Model(\"transfer\") struct Transfer {\n    var offset: Int64\n}",
            "struct Transfer {\n    var offset: Int64\n}",
            diagnostics: [
                .init(
                    message:
                        "a model needs a key, by which its rows are found: write '@PrimaryKey' "
                        + "before the properties of the key", line: 1, column: 1)
            ])
    }

    @Test(arguments: [
        "var offset = 0", "let offset: Int64 = 0", "var offset: Int64, size: Int64",
        "lazy var offset: Int64 = 0",
    ])
    func propertyThatCannotBeStoredIsRefused(_ property: String) {
        expectExpansion(
            of: "@Model(\"transfer\") struct Transfer {\n    \(property)\n}",
            "struct Transfer {\n    \(property)\n}",
            diagnostics: [
                .init(
                    message:
                        "a property of a model is declared alone and with its type, is not lazy, "
                        + "and has no value if it is a 'let': 'let name: String'", line: 2,
                    column: 5),
                .init(
                    message:
                        "a model needs a key, by which its rows are found: write '@PrimaryKey' "
                        + "before the properties of the key", line: 1, column: 1),
            ])
    }

    @Test(arguments: ["PrimaryKey", "ColumnName(\"a\")"])
    func markOutsideOfAModelIsRefused(_ mark: String) {
        let name = mark.prefix { $0 != "(" }
        expectExpansion(
            of: "struct Transfer {\n    @\(mark) let node: String\n}",
            "struct Transfer {\n    let node: String\n}",
            diagnostics: [
                .init(
                    message: "@\(name) applies to the properties of a structure with @Model",
                    line: 2, column: 5)
            ])
    }
}
