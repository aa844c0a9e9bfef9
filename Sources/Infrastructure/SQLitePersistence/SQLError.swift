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

    /// Creates the error of SQLite's `resultCode` on the open database `handle`.
    init(
        _ resultCode: Int32, on handle: OpaquePointer?, path: String, operation: String,
        statement: String? = nil, reason: String?
    ) {
        let number = Self.systemError(of: handle, after: resultCode)
        let code = Self.code(
            of: resultCode, systemError: number, isDiskFull: Self.isDiskFull(at: path))
        // SQLite would call the database malformed.
        let isUnread = code == .failed && resultCode & 0xFF != SQLITE_IOERR && number != 0
        self.init(
            code: code, path: path, operation: operation, statement: statement,
            resultCode: resultCode,
            reason: isUnread ? String(cString: strerror(number)) : reason ?? "error \(resultCode)")
    }

    /// Creates the error of an operation on the database at `path`.
    ///
    /// - Parameter handle: the open database; `nil` if it is not known.
    init(
        _ error: any Error, on handle: OpaquePointer? = nil, path: String, operation: String
    ) {
        switch error {
        case let error as SQLError: self = error
        case let error as DatabaseError:
            self.init(
                error.extendedResultCode.rawValue, on: handle, path: path, operation: operation,
                statement: error.sql, reason: error.message)
        default: self.init(.failed, path: path, operation: operation, reason: "\(error)")
        }
    }

    /// Returns the kind of a result code.
    ///
    /// - Parameter number: the error of the system that caused it; 0 for none.
    static func code(
        of resultCode: Int32, systemError number: Int32, isDiskFull: Bool
    ) -> Code {
        let isSpace = [ENOSPC, EDQUOT, EFBIG].contains(number)
        return switch resultCode & 0xFF {
        // SQLite maps the space for its index of the log and has no code for the lack of that
        // space.
        case SQLITE_IOERR: isSpace || isDiskFull ? .noSpace : .failed
        case SQLITE_FULL: .noSpace
        // Bytes that the system has not read are not damaged.
        case SQLITE_CORRUPT, SQLITE_NOTADB: number == 0 ? .damaged : .failed
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        case SQLITE_CANTOPEN:
            isSpace
                ? .noSpace : [EIO, ENXIO, EMFILE, ENFILE].contains(number) ? .failed : .cannotOpen
        case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .cannotOpen
        default: .failed
        }
    }

    /// The error of the system behind a result code; 0 if there is none.
    ///
    /// SQLite reports a read that fails with EIO as damage. Only its files then have the error of
    /// the system, until they are closed.
    static func systemError(of handle: OpaquePointer?, after resultCode: Int32) -> Int32 {
        guard let handle else { return 0 }
        switch resultCode & 0xFF {
        case SQLITE_IOERR, SQLITE_CANTOPEN: return sqlite3_system_errno(handle)
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            let files = [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER]
            return files.lazy.map { lastError(of: $0, of: handle) }.first { $0 != 0 } ?? 0
        default: return 0
        }
    }

    /// The last error of the system on the file that an operation of `sqlite3_file_control` finds.
    private static func lastError(of operation: Int32, of handle: OpaquePointer) -> Int32 {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var number: Int32 = 0
        guard sqlite3_file_control(handle, "main", operation, &file) == SQLITE_OK, let file,
            let control = file.pointee.pMethods?.pointee.xFileControl,
            control(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK
        else { return 0 }
        return number
    }

    /// Whether less space is left than a page of the database and its share of the log take.
    private static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0
            && UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
    }
}
