public import BoundaryErrors

/// An error of a database: its kind, the table, the column and the row, and a remedy.
///
/// No error contains a stored value, except for the key that names a row. A statement is quoted
/// with its placeholders.
public struct PersistenceError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String
        /// The remedy for every error of this kind; `nil` if there is none.
        public let advice: String?

        /// Creates the code named `name`.
        public init(_ name: String, advice: String? = nil) {
            self.name = name
            self.advice = advice
        }
    }

    /// The kind of error.
    public let code: Code
    /// A description of the cause.
    public let reason: String
    /// The failed operation of the engine with its database, such as `open notes.sqlite`; `nil`
    /// for another failure.
    public var operation: String?
    /// The table concerned; `nil` if there is none.
    public var table: String?
    /// The column concerned; `nil` if there is none.
    public var column: String?
    /// The key of the row concerned; `nil` if it is unknown.
    public var key: String?
    /// The number of the row within its batch, the first being 0; `nil` outside of a batch.
    public var row: Int?
    /// The failed statement with its placeholders; `nil` if there is none.
    public var statement: String?
    /// The underlying error; `nil` if there is none.
    public let cause: (any Error)?

    /// Creates an error, for an engine.
    public init(
        _ code: Code, _ reason: String, operation: String? = nil, table: String? = nil,
        column: String? = nil, key: String? = nil, statement: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.operation = operation
        self.table = table
        self.column = column
        self.key = key
        self.statement = statement
        self.cause = cause
    }

    /// The operation, the table, the column, the row, the reason and the statement.
    public var message: String {
        let place = [
            table.map { "table '\($0)'" }, column.map { "column '\($0)'" },
            key.map { "key \($0)" }, row.map { "row \($0) of the batch" },
        ].compactMap(\.self).joined(separator: ", ")
        let parts = [operation.map { "cannot \($0)" }, place.isEmpty ? nil : place, reason]
        return parts.compactMap(\.self).joined(separator: ": ")
            + (statement.map { " (in: \($0))" } ?? "")
    }
}

extension PersistenceError.Code {
    /// A newer version of the program has written the database.
    public static let tooNew = Self("tooNew", advice: "use the newer version")
    /// The database, which was opened for reading only, has no tables yet.
    public static let tooOld = Self("tooOld", advice: "open it once for writing")
    /// The record of the applied migrations does not fit those of the schema.
    public static let migrationChanged = Self(
        "migrationChanged",
        advice: "restore the migration, and add another one after it; or use another database")
    /// The migrations do not lead to the tables of the models, or do not fit together.
    public static let schemaMismatch = Self("schemaMismatch", advice: "add a migration")
    /// The database belongs to another program.
    public static let foreign = Self("foreign", advice: "choose another place")
    /// A row with the same key, or the same values of a unique index, exists.
    public static let conflict = Self("conflict")
    /// A stored value is not a value of its property's type.
    public static let unreadable = Self("unreadable")
    /// A value cannot be stored.
    public static let unwritable = Self("unwritable")
    /// A deletion has an order or a limit.
    public static let invalidQuery = Self("invalidQuery")
    /// Another connection holds a lock for longer than the time limit.
    public static let locked = Self("locked", advice: "try again later")
    /// Too many reads wait already.
    public static let busy = Self("busy", advice: "try again later")
    /// The disk or the quota is full.
    public static let noSpace = Self("noSpace", advice: "free some space")
    /// The stored data is inconsistent.
    public static let damaged = Self("damaged", advice: "restore the database from a backup")
    /// The database is missing, or protected by its permissions.
    public static let cannotOpen = Self("cannotOpen")
    /// The database was closed.
    public static let closed = Self("closed")
    /// Any other failure, such as a missing table.
    public static let failed = Self("failed")
}
