import Foundation
import Persistence

/// A row with a column of every type.
@Model("everything")
struct Everything: Hashable {
    @PrimaryKey let id: Int64
    var whole: Int64 = 0
    var small: Int8 = 0
    var number: Double = 0
    var flag: Bool = false
    var text: String = ""
    var bytes: [UInt8] = []
    var data: Data = Data()
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var color: Color = .red
    var maybeWhole: Int64?
    var maybeNumber: Double?
    var maybeText: String?
    var maybeBytes: [UInt8]?
    var maybeDate: Date?
    var maybeColor: Color?

    enum Color: String, ColumnValue { case red, green }
}

/// The same table with wider types, which stores values that `Everything` cannot read.
@Model("everything")
struct Wide {
    @PrimaryKey let id: Int64
    var whole: Int64 = 0
    var small: Int64 = 0
    var number: Double = 0
    var flag: Int64 = 0
    var text: String = ""
    var bytes: [UInt8] = []
    var data: [UInt8] = []
    var date: Double = 0
    var color: String = "red"
    var maybeWhole: Int64?
    var maybeNumber: Double?
    var maybeText: String?
    var maybeBytes: [UInt8]?
    var maybeDate: Double?
    var maybeColor: String?
}

/// A row of the account, for queries and writes.
@Model("item", in: .account)
struct Item: Hashable {
    @PrimaryKey let name: String
    var size: Int64 = 0
    var weight: Double?
    var note: String?
}

/// A row with a key of two columns, in the guest database.
@Model("label")
struct Label: Hashable {
    @PrimaryKey let owner: String
    @PrimaryKey let number: Int64
    var text: String = ""
}

/// A row whose table and columns have hostile names.
@Model("select \"\u{301}x\"; DROP TABLE label; --")
struct Hostile: Hashable {
    @PrimaryKey @ColumnName("order") let id: String
    @ColumnName("a\"\u{301}b'c`d]e[f;g") var first: String = ""
    @ColumnName("?1 %s $2 \\") var second: String = ""
    @ColumnName("naïve 表 \u{1F4F7}") var third: String?
}

/// A folder, to which files refer.
@Model("folder")
struct Folder: Hashable {
    @PrimaryKey let id: Int64
    var name: String
}

/// A file, which is deleted with its folder.
@Model("file")
struct File: Hashable {
    @PrimaryKey let name: String
    @References("folder", onDelete: .cascade) var folder: Int64
    @References("owner") var owner: String?
}

/// A row whose key is a number with a fraction.
@Model("measure")
struct Measure: Hashable {
    @PrimaryKey let value: Double
    var note: String = ""
}

/// An owner, which cannot be deleted while files refer to it.
@Model("owner")
struct Owner: Hashable {
    @PrimaryKey let name: String
}

extension PersistenceHarness {
    static let guestModels: [any Model.Type] = [
        Everything.self, Wide.self, Label.self, Hostile.self, Folder.self, File.self, Owner.self,
        Measure.self,
    ]

    static let schemas: [DatabaseRole: DatabaseSchema] = [
        .guest: DatabaseSchema(
            program: program, models: guestModels,
            migrations: [
                Migration(
                    "tables",
                    [
                        .create(Everything.table), .create(Label.table), .create(Hostile.table),
                        .create(Folder.table), .create(Owner.table), .create(File.table),
                        .create(Measure.table),
                    ])
            ]),
        .account: DatabaseSchema(
            program: program, models: [Item.self],
            migrations: [
                Migration(
                    "items",
                    [
                        .create(Item.table),
                        .create(IndexSchema("item_size", on: "item", ["size"])),
                    ])
            ]),
    ]

    /// Texts that would do harm in a statement, a file name or a terminal.
    static let hostileTexts = [
        "", " ", "'", "\"", "''", "\\", "\\'", "%", "_", "?", "?1", ":a", "$1", "@a", "--", "/*",
        ";", "'; DROP TABLE item; --", "\"; DROP TABLE item; --", "' OR '1'='1", "NULL", "null",
        "0", "-1", "1e400", "x'00'", "\u{0}", "a\u{0}b", "\u{0}\u{0}", "line\nbreak", "\r\n", "\t",
        "\u{1B}[31m", "\u{202E}rtl", "\u{FEFF}bom", "e\u{301}", "\u{E9}", "ß", "ﬁ", "\u{1F4F7}",
        "👩‍👩‍👧", "\u{10FFFF}", "\u{FFFD}", "A", "a", "Ä", "ä", "'\u{301}", "\"\u{200D}; --",
        String(repeating: "x", count: 100_000),
    ]
}
