/// A column of a table.
///
/// A migration lists the columns of a `TableSchema` by `key`, `column` and `optional`; `@Model`
/// makes those of a model. An optional column of the key traps.
public struct ColumnSchema: Sendable, Hashable, CustomStringConvertible {
    /// The name; it is quoted in every statement, so it may contain any character but NUL.
    public let name: String
    /// The type of the values.
    public let type: ColumnType
    /// Whether a row may be without a value.
    public let isOptional: Bool
    /// Whether the column belongs to the key of the table.
    public let isKey: Bool

    init(_ name: String, _ type: ColumnType, isOptional: Bool = false, isKey: Bool = false) {
        precondition(!(isKey && isOptional), "the key column '\(name)' is optional")
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isKey = isKey
    }

    /// Returns a column whose rows all have a value.
    public static func column(_ name: String, _ type: ColumnType) -> ColumnSchema {
        ColumnSchema(name, type)
    }

    /// Returns a column whose rows may be without a value.
    public static func optional(_ name: String, _ type: ColumnType) -> ColumnSchema {
        ColumnSchema(name, type, isOptional: true)
    }

    /// Returns a column of the key.
    public static func key(_ name: String, _ type: ColumnType) -> ColumnSchema {
        ColumnSchema(name, type, isKey: true)
    }

    /// The name, the type and the properties.
    public var description: String {
        "\(name) \(type.rawValue)\(isKey ? " key" : "")\(isOptional ? " optional" : "")"
    }
}

/// A table: its name, its columns and its key.
///
/// `@Model` writes the schema of a model. A migration has separate schemas, which do not change
/// when the model changes later.
public final class TableSchema: Sendable {
    /// The name; it is quoted in every statement, so it may contain any character but NUL.
    public let name: String
    /// The columns, in the order of the model's properties.
    public let columns: [ColumnSchema]
    /// The positions of the key's columns.
    public let keyColumns: [Int]

    /// Creates the schema of a table.
    ///
    /// Traps without a key. The database refuses names that it cannot have, such as those of two
    /// columns that differ in the case of ASCII letters only.
    public init(_ name: String, _ columns: [ColumnSchema]) {
        self.name = name
        self.columns = columns
        keyColumns = columns.indices.filter { columns[$0].isKey }
        precondition(!keyColumns.isEmpty, "table '\(name)' has no key")
    }

    /// The position of the column with a name; `nil` if there is none.
    public func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}

extension TableSchema: Equatable, CustomStringConvertible {
    /// Equality of the names, the keys and the columns; the order of other columns is ignored.
    public static func == (left: TableSchema, right: TableSchema) -> Bool {
        left.name == right.name && Set(left.columns) == Set(right.columns)
            && left.keyColumns.map { left.columns[$0] }
                == right.keyColumns.map { right.columns[$0] }
    }

    /// The name and the columns, in one line.
    public var description: String {
        "\(name)(\(columns.map(\.description).joined(separator: ", ")))"
    }
}

/// An index of a table, which accelerates queries; a migration creates it.
public struct IndexSchema: Sendable, Hashable {
    /// The name, which no other index of the database has.
    public let name: String
    /// The name of the table.
    public let table: String
    /// The names of the columns.
    public let columns: [String]

    /// Creates an index.
    public init(_ name: String, on table: String, _ columns: [String]) {
        self.name = name
        self.table = table
        self.columns = columns
    }
}
