import CSQLite
import Foundation
import Persistence

extension PersistenceError {
    /// Creates the error of SQLite's `resultCode` on the open database `handle`.
    ///
    /// - Parameter reason: the reason; by default that of SQLite.
    init(
        _ resultCode: Int32, on handle: OpaquePointer?, _ operation: String, _ path: String,
        statement: String? = nil, reason: String? = nil
    ) {
        let number = Self.systemError(of: handle, after: resultCode)
        let code = Self.code(
            of: resultCode, systemError: number, isDiskFull: Self.isDiskFull(at: path))
        // SQLite would call the database malformed.
        let isUnread = code == .failed && resultCode & 0xFF != SQLITE_IOERR && number != 0
        let words =
            if isUnread { String(cString: strerror(number)) } else {
                reason ?? sqlite3_errmsg(handle).map { String(cString: $0) }
                    ?? "error \(resultCode)"
            }
        self.init(code, words, operation: operation, statement: statement)
    }

    /// Returns the kind of a result code.
    ///
    /// - Parameter number: the error of the system that caused it; 0 for none.
    static func code(
        of resultCode: Int32, systemError number: Int32, isDiskFull: Bool
    ) -> Code {
        let isSpace = [ENOSPC, EDQUOT, EFBIG].contains(number)
        switch resultCode {
        case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID:
            return .conflict
        case SQLITE_CONSTRAINT_NOTNULL, SQLITE_CONSTRAINT_DATATYPE: return .unwritable
        default: break
        }
        return switch resultCode & 0xFF {
        case SQLITE_TOOBIG: .unwritable
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

// The extended codes of constraints, which are macros with arithmetic in SQLite's header.
private let SQLITE_CONSTRAINT_UNIQUE = SQLITE_CONSTRAINT | 8 << 8
private let SQLITE_CONSTRAINT_PRIMARYKEY = SQLITE_CONSTRAINT | 6 << 8
private let SQLITE_CONSTRAINT_ROWID = SQLITE_CONSTRAINT | 10 << 8
private let SQLITE_CONSTRAINT_NOTNULL = SQLITE_CONSTRAINT | 5 << 8
private let SQLITE_CONSTRAINT_DATATYPE = SQLITE_CONSTRAINT | 12 << 8
