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
        _ code: Code, _ reason: String, table: String? = nil, column: String? = nil,
        key: String? = nil, statement: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.table = table
        self.column = column
        self.key = key
        self.statement = statement
        self.cause = cause
    }

    /// The table, the column, the row, the reason and the statement.
    public var message: String {
        let place = [
            table.map { "table '\($0)'" }, column.map { "column '\($0)'" },
            key.map { "key \($0)" }, row.map { "row \($0) of the batch" },
        ].compactMap(\.self).joined(separator: ", ")
        let sql = statement.map { " (in: \($0))" } ?? ""
        return (place.isEmpty ? "" : place + ": ") + reason + sql
    }
}

extension PersistenceError.Code {
    /// The model belongs to a role whose database is not attached.
    public static let notAttached = Self("notAttached", advice: "attach its database first")
    /// A database is attached for the role already.
    public static let alreadyAttached = Self("alreadyAttached", advice: "detach it first")
    /// A write transaction concerns a second database.
    public static let twoDatabases = Self(
        "twoDatabases", advice: "write one database in each transaction")
    /// A limit is exceeded; the reason names it.
    public static let tooMany = Self("tooMany")
    /// A newer version of the program has written the database.
    public static let tooNew = Self("tooNew", advice: "use the newer version")
    /// Some migrations are not applied to the database, which was opened for reading only.
    public static let tooOld = Self("tooOld", advice: "open it once for writing")
    /// A migration that was applied to the database was later changed or removed.
    public static let migrationChanged = Self(
        "migrationChanged", advice: "restore the migration, and add another one after it")
    /// The migrations do not lead to the tables of the models, or do not fit together.
    public static let schemaMismatch = Self("schemaMismatch", advice: "add a migration")
    /// The database belongs to another program.
    public static let foreign = Self("foreign", advice: "choose another place")
    /// A row with the same key, or the same values of a unique index, exists.
    public static let conflict = Self("conflict")
    /// A row refers to a row that does not exist, or a row to which others refer would be deleted.
    public static let missingReference = Self("missingReference")
    /// A stored value is not a value of its property's type.
    public static let unreadable = Self("unreadable")
    /// A value cannot be stored.
    public static let unwritable = Self("unwritable")
    /// A query has a negative limit, or too many parts.
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

extension PersistenceError {
    /// The error of every call after the end of a database.
    static let closed = PersistenceError(.closed, "the database was closed")
}
