/// A plain value that is stored as a row of a table.
///
/// `@Model` writes the conformance:
///
/// ```swift
/// @Model("transfer")
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
    /// The key of the row as it is stored.
    func storedKey() throws(PersistenceError) -> [StoredValue] {
        let row = RowValues(of: Self.table)
        try write(to: row)
        return Self.table.keyColumns.map { row.values[$0] }
    }
}

/// Writes the conformance of a structure to `Model`.
///
/// Each stored property is a column of the same name. A property declares its type and has no
/// initial value, or is a `var` with an initial value. `@PrimaryKey` marks the properties of the
/// key; there is at least one. `@ColumnName` gives the column another name.
///
/// A change of the properties needs a migration. `DatabaseSchema.differences` reports a missing
/// one.
///
/// - Parameter table: the name of the table; a literal.
@attached(
    extension, conformances: Model,
    names: named(Columns), named(KeyValue), named(columns), named(table), named(storedKey(_:)),
    named(init(from:)), named(write(to:)))
public macro Model(_ table: String) =
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
