/// A plain value that is stored as a row of a table.
///
/// `@Model` writes the conformance:
///
/// ```swift
/// @Model("transfer", in: .account)
/// struct Transfer {
///     @PrimaryKey let node: NodeID
///     var state: TransferState
///     var offset: Int64
///     var note: String?
/// }
/// ```
///
/// The structure stays a plain value: it does not refer to a database, and keeps its own
/// initialisers.
public protocol Model: Sendable {
    /// The columns by the names of their properties, for queries.
    associatedtype Columns: Sendable
    /// The key of a row: the type of the key's property, or a tuple of the types of several ones.
    associatedtype KeyValue

    /// The table.
    static var table: TableSchema { get }
    /// The columns by the names of their properties.
    static var columns: Columns { get }
    /// Returns a key as it is stored.
    static func storedKey(_ key: KeyValue) -> [StoredValue]
    /// Reads the value from a row.
    init(from row: any RowReader) throws(PersistenceError)
    /// Writes the value into a row.
    func write(to row: any RowWriter) throws(PersistenceError)
}

extension Model {
    /// The values of the row, in the order of the columns.
    func rowValues() throws(PersistenceError) -> [StoredValue] {
        let row = RowValues(of: Self.table)
        try write(to: row)
        return row.values
    }
}

/// Writes the conformance of a structure to `Model`.
///
/// Each stored property is a column of the same name. A property declares its type and has no
/// initial value, or is a `var` with an initial value. `@PrimaryKey` marks the properties of the
/// key; there is at least one. `@ColumnName` gives the column another name, and `@References`
/// refers to another table.
///
/// A change of the properties needs a migration. `DatabaseSchema.differences` reports a missing
/// one.
///
/// - Parameters:
///   - table: the name of the table; a literal.
///   - role: the role of its database.
@attached(
    extension, conformances: Model,
    names: named(Columns), named(KeyValue), named(columns), named(table), named(storedKey(_:)),
    named(init(from:)), named(write(to:)))
public macro Model(_ table: String, in role: DatabaseRole = .guest) =
    #externalMacro(module: "SchedulingMacros", type: "ModelMacro")

/// Marks a property of the key, by which a row is found, updated and deleted.
@attached(peer)
public macro PrimaryKey() = #externalMacro(module: "SchedulingMacros", type: "ModelMarkMacro")

/// Names the column of a property.
///
/// - Parameter name: the name; a literal.
@attached(peer)
public macro ColumnName(_ name: String) =
    #externalMacro(module: "SchedulingMacros", type: "ModelMarkMacro")

/// Makes a property refer to the key of another table.
///
/// - Parameters:
///   - table: the name of the table; a literal.
///   - onDelete: the effect of deleting the row to which the property refers.
@attached(peer)
public macro References(_ table: String, onDelete: TableReference.Deletion = .restrict) =
    #externalMacro(module: "SchedulingMacros", type: "ModelMarkMacro")
