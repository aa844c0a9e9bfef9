/// A column of a table.
///
/// A migration lists the columns of a `TableSchema`, usually by `key`, `column` and `optional`;
/// `@Model` makes those of a model. An optional column of the key traps.
public struct ColumnSchema: Sendable, Hashable {
    /// The name; it is quoted in every statement, so it may contain any character but NUL.
    public let name: String
    /// The type of the values.
    public let type: ColumnType
    /// Whether a row may be without a value.
    public let isOptional: Bool
    /// Whether the column belongs to the key of the table.
    public let isKey: Bool
    /// The table to whose key the column refers; `nil` if it refers to none.
    public let reference: TableReference?

    /// Creates a column of a type.
    public init(
        _ name: String, _ type: ColumnType, isOptional: Bool = false, isKey: Bool = false,
        references reference: TableReference? = nil
    ) {
        precondition(!(isKey && isOptional), "the key column '\(name)' is optional")
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isKey = isKey
        self.reference = reference
    }

    /// Returns a column whose rows all have a value.
    public static func column(
        _ name: String, _ type: ColumnType, references reference: TableReference? = nil
    ) -> ColumnSchema {
        ColumnSchema(name, type, references: reference)
    }

    /// Returns a column whose rows may be without a value.
    public static func optional(
        _ name: String, _ type: ColumnType, references reference: TableReference? = nil
    ) -> ColumnSchema {
        ColumnSchema(name, type, isOptional: true, references: reference)
    }

    /// Returns a column of the key.
    public static func key(_ name: String, _ type: ColumnType) -> ColumnSchema {
        ColumnSchema(name, type, isKey: true)
    }

    func renamed(_ name: String) -> ColumnSchema {
        ColumnSchema(name, type, isOptional: isOptional, isKey: isKey, references: reference)
    }

    /// Returns the column with a reference to `new` instead of `old`.
    func following(_ old: String, to new: String) -> ColumnSchema {
        guard let reference, reference.table == old else { return self }
        return ColumnSchema(
            name, type, isOptional: isOptional, isKey: isKey,
            references: TableReference(new, onDelete: reference.onDelete))
    }
}

/// A reference of a column to the rows of a table, whose key is one column.
///
/// A write that would leave a reference without its row fails with `.missingReference`; a migration
/// is checked at its end. `DatabaseSchema.differences` reports a reference to a table that is
/// missing, or whose key has several columns or another type.
public struct TableReference: Sendable, Hashable {
    /// The effect of deleting a row to which others refer.
    public enum Deletion: String, Sendable {
        /// The deletion fails.
        case restrict
        /// The rows that refer to it are deleted, too.
        case cascade
    }

    /// The name of the table.
    public let table: String
    /// The effect of deleting a row of that table.
    public let onDelete: Deletion

    /// Creates a reference to the key of `table`.
    public init(_ table: String, onDelete: Deletion = .restrict) {
        self.table = table
        self.onDelete = onDelete
    }
}

/// A table: its name, its columns and its key.
///
/// `@Model` writes the schema of a model. A migration has separate schemas, which do not change
/// when the model changes later.
public final class TableSchema: Sendable {
    /// The name; it is quoted in every statement, so it may contain any character but NUL.
    public let name: String
    /// The role of the database that has the table.
    public let role: DatabaseRole
    /// The columns, in the order of the model's properties.
    public let columns: [ColumnSchema]
    /// The positions of the key's columns.
    public let keyColumns: [Int]

    /// Creates the schema of a table.
    ///
    /// Traps without a key, for two columns whose names differ in the case of ASCII letters only,
    /// and for a name that is empty, longer than 63 bytes, contains NUL, or begins with `sqlite_`
    /// or `persistence_`.
    public init(_ name: String, in role: DatabaseRole = .guest, _ columns: [ColumnSchema]) {
        self.name = name
        self.role = role
        self.columns = columns
        keyColumns = columns.indices.filter { columns[$0].isKey }
        precondition(!keyColumns.isEmpty, "table '\(name)' has no key")
        for name in [name] + columns.map(\.name) {
            precondition(Identifier.isValid(name), "'\(name)' is not a name of a table or a column")
        }
        let names = Set(columns.map { Identifier.folded($0.name) })
        precondition(names.count == columns.count, "table '\(name)' has two columns of one name")
    }

    /// Creates the schema of a table of the package itself, whose name is reserved.
    init(reserved name: String, _ columns: [ColumnSchema]) {
        self.name = name
        self.columns = columns
        role = .guest
        keyColumns = columns.indices.filter { columns[$0].isKey }
    }

    /// The position of the column with a name; `nil` if there is none.
    public func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

    /// Returns the table with other columns.
    func with(_ columns: [ColumnSchema]) -> TableSchema { TableSchema(name, in: role, columns) }

    /// Returns the table with another name.
    func renamed(_ name: String) -> TableSchema { TableSchema(name, in: role, columns) }

    /// Returns the table with references to `new` instead of `old`.
    func following(_ old: String, to new: String) -> TableSchema {
        columns.contains { $0.reference?.table == old }
            ? with(columns.map { $0.following(old, to: new) }) : self
    }
}

extension TableSchema: Hashable {
    /// Equality of the names, the keys and the columns; the order of other columns is ignored.
    public static func == (left: TableSchema, right: TableSchema) -> Bool {
        left === right
            || left.name == right.name && Set(left.columns) == Set(right.columns)
                && left.keyColumns.map { left.columns[$0] }
                    == right.keyColumns.map { right.columns[$0] }
    }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TableSchema: CustomStringConvertible {
    /// The name and the columns, in one line.
    public var description: String {
        "\(name)(\(columns.map(\.description).joined(separator: ", ")))"
    }
}

extension ColumnSchema: CustomStringConvertible {
    /// The name, the type and the properties.
    public var description: String {
        "\(name) \(type.rawValue)\(isKey ? " key" : "")\(isOptional ? " optional" : "")"
            + (reference.map { " references \($0.table) on delete \($0.onDelete.rawValue)" } ?? "")
    }
}

/// An index of a table, which accelerates queries, and can forbid equal values.
///
/// A migration creates it (`MigrationStep.create(_:)`). A write that violates a unique index fails
/// with `.conflict`. It traps without columns, and for a name that is not valid for a table.
public struct IndexSchema: Sendable, Hashable {
    /// The name, which no other index of the database has.
    public let name: String
    /// The name of the table.
    public let table: String
    /// The names of the columns.
    public let columns: [String]
    /// Whether two rows may not have equal values; a row without a value equals no other.
    public let isUnique: Bool

    /// Creates an index.
    public init(_ name: String, on table: String, _ columns: [String], isUnique: Bool = false) {
        precondition(Identifier.isValid(name), "'\(name)' is not a name of an index")
        precondition(!columns.isEmpty, "index '\(name)' has no column")
        self.name = name
        self.table = table
        self.columns = columns
        self.isUnique = isUnique
    }
}

/// The rules for names of tables, columns and indexes, which all engines support.
enum Identifier {
    static func isValid(_ name: String) -> Bool {
        let folded = folded(name)
        return !name.isEmpty && name.utf8.count <= 63 && !name.utf8.contains(0)
            && !folded.hasPrefix("sqlite_") && !folded.hasPrefix("persistence_")
    }

    /// The name with lower-case ASCII letters, as databases compare it.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
