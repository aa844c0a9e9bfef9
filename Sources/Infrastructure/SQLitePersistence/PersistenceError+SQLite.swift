import GRDBSQLite
import Persistence

/// Calls `body`, and converts its errors.
func mapSQLErrors<Value>(
    table: String? = nil, _ body: () throws(SQLError) -> Value
) throws(PersistenceError) -> Value {
    do throws(SQLError) {
        return try body()
    } catch {
        throw PersistenceError(error, table: table)
    }
}

extension PersistenceError {
    /// Creates the error of an operation of SQLite on a table.
    init(_ error: SQLError, table: String?) {
        self.init(
            Self.code(of: error), "cannot \(error.operation) \(error.path): \(error.reason)",
            table: table, statement: error.statement, cause: error)
    }

    private static func code(of error: SQLError) -> Code {
        switch error.resultCode {
        case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID:
            .conflict
        case SQLITE_CONSTRAINT_FOREIGNKEY: .missingReference
        case SQLITE_CONSTRAINT_NOTNULL, SQLITE_CONSTRAINT_DATATYPE, SQLITE_TOOBIG: .unwritable
        default:
            switch error.code {
            case .noSpace: .noSpace
            case .damaged: .damaged
            case .locked: .locked
            case .cannotOpen, .empty: .cannotOpen
            case .foreign: .foreign
            case .newerSchema: .tooNew
            default: .failed
            }
        }
    }
}

// The extended codes of constraints, which are macros with arithmetic in SQLite's header.
private let SQLITE_CONSTRAINT_UNIQUE = SQLITE_CONSTRAINT | 8 << 8
private let SQLITE_CONSTRAINT_PRIMARYKEY = SQLITE_CONSTRAINT | 6 << 8
private let SQLITE_CONSTRAINT_ROWID = SQLITE_CONSTRAINT | 10 << 8
private let SQLITE_CONSTRAINT_FOREIGNKEY = SQLITE_CONSTRAINT | 3 << 8
private let SQLITE_CONSTRAINT_NOTNULL = SQLITE_CONSTRAINT | 5 << 8
private let SQLITE_CONSTRAINT_DATATYPE = SQLITE_CONSTRAINT | 12 << 8
