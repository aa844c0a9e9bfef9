import BoundaryErrors
import Foundation
import GRDB
import GRDBSQLite

/// An error of an SQLite database: the operation that failed, the database and the reason.
package struct SQLError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in words.
        package let name: String

        /// The disk or the quota is full, or the database has reached its largest size.
        package static let noSpace = Code(name: "no space")
        /// The file is not a database, or its content is inconsistent.
        package static let damaged = Code(name: "damaged")
        /// Another connection holds a lock for longer than the time limit.
        package static let locked = Code(name: "locked")
        /// The database is missing, a symbolic link, or protected by its permissions.
        package static let cannotOpen = Code(name: "cannot open")
        /// A database that was opened for reading has no tables yet.
        package static let empty = Code(name: "empty")
        /// The database belongs to another program.
        package static let foreign = Code(name: "foreign")
        /// A newer version of the program has changed the tables of the database.
        package static let newerSchema = Code(name: "newer schema")
        /// Any other failure, such as an invalid statement; see `resultCode`.
        package static let failed = Code(name: "failed")
    }

    /// The kind of error.
    package let code: Code
    /// The path of the database, as the caller named it.
    package let path: String
    /// The failed operation, as a verb such as `open` or `migrate`.
    package let operation: String
    /// The failed statement with its placeholders, without the bound values; `nil` if it is none.
    package let statement: String?
    /// SQLite's extended result code; 0 when the error does not come from SQLite.
    package let resultCode: Int32
    /// A description of the cause, without the path.
    package let reason: String

    /// The operation, the path, the reason and the statement.
    package var message: String {
        "cannot \(operation) \(path): \(reason)" + (statement.map { " (in: \($0))" } ?? "")
    }
}

extension SQLError {
    /// Creates an error that does not come from SQLite.
    init(_ code: Code, path: String, operation: String, reason: String) {
        self.init(
            code: code, path: path, operation: operation, statement: nil, resultCode: SQLITE_OK,
            reason: reason)
    }

    /// Creates the error of SQLite's `resultCode`.
    init(
        _ resultCode: Int32, path: String, operation: String, statement: String? = nil,
        reason: String?
    ) {
        self.init(
            code: Self.code(of: resultCode, path: path), path: path, operation: operation,
            statement: statement, resultCode: resultCode,
            reason: reason ?? "error \(resultCode)")
    }

    /// Creates the error of an operation on the database at `path`.
    init(_ error: any Error, path: String, operation: String) {
        switch error {
        case let error as SQLError: self = error
        case let error as DatabaseError:
            self.init(
                error.extendedResultCode.rawValue, path: path, operation: operation,
                statement: error.sql, reason: error.message)
        default: self.init(.failed, path: path, operation: operation, reason: "\(error)")
        }
    }

    private static func code(of resultCode: Int32, path: String) -> Code {
        switch resultCode & 0xFF {
        case SQLITE_FULL,
            // SQLite maps the space for its index of the log and has no code for the lack of that
            // space.
            SQLITE_IOERR where isDiskFull(at: path):
            .noSpace
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .cannotOpen
        default: .failed
        }
    }

    /// Whether less space is left than a page of the database and its share of the log take.
    private static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0
            && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
    }
}
