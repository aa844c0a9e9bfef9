import CSQLite
import Foundation
import Persistence

/// The owner of an open SQLite database.
///
/// A connection and its statements share it, and its release closes the database.
final class SQLDatabase {  // not @Schedulable: confined to its connection
    let handle: OpaquePointer
    let path: String

    /// Opens the database at `path`; a writer creates a missing file, and marks an empty one.
    ///
    /// - Throws: `.foreign` for a database with another mark than `program`, which is not changed.
    init(
        at path: String, program: Int32, isReadOnly: Bool, _ settings: SQLSettings
    ) throws(PersistenceError) {
        self.path = path
        handle = try Self.open(path, isReadOnly: isReadOnly, settings)
        let isEmpty = try text("SELECT count(*) FROM sqlite_master") == "0"
        let mark = try text("PRAGMA application_id")
        guard isEmpty || mark == "\(program)" else {
            throw PersistenceError(.foreign, "'\(path)' is a database of another program")
        }
        try execute("PRAGMA trusted_schema = OFF")
        try execute(settings.statements)
        if isReadOnly { return }
        try setLog()
        if isEmpty { try execute("PRAGMA application_id = \(program)") }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements without parameters and results, separated by semicolons.
    func execute(_ sql: String) throws(PersistenceError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, statement: sql) }
    }

    /// The text in the first column of the row of a statement.
    private func text(_ sql: String) throws(PersistenceError) -> String? {
        var found: String?
        let code = withUnsafeMutablePointer(to: &found) { target in
            sqlite3_exec(
                handle, sql,
                { target, _, values, _ in
                    target?.assumingMemoryBound(to: String?.self)  // the variable of the call
                        .pointee = values?[0].map { String(cString: $0) }
                    return 0
                }, target, nil)
        }
        guard code == SQLITE_OK else { throw error(code, statement: sql) }
        return found
    }

    /// The error of SQLite's result code.
    func error(_ code: Int32, statement: String? = nil) -> PersistenceError {
        PersistenceError(code, on: handle, "access \(path)", path, statement: statement)
    }

    /// Gives the database a write-ahead log, with whose commits alone it stays consistent.
    private func setLog() throws(PersistenceError) {
        guard try text("PRAGMA journal_mode = WAL") == "wal" else {
            throw PersistenceError(
                .cannotOpen, "the file system does not support a write-ahead log",
                operation: "open \(path)")
        }
    }
}

extension SQLDatabase {
    private static func open(
        _ path: String, isReadOnly: Bool, _ settings: SQLSettings
    ) throws(PersistenceError) -> OpaquePointer {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        let address = "file:\(name)?vfs=\(NoFollowVFS.name)"
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        do throws(PersistenceError) {
            return try open(address, access, path, settings)
        } catch  where isReadOnly && error.code == .cannotOpen && isImmutable(path) {
            // SQLite writes beside a database with a log even to read it, unless it is opened as
            // immutable.
            return try open(address + "&immutable=1", access, path, settings)
        }
    }

    private static func open(
        _ address: String, _ access: Int32, _ path: String, _ settings: SQLSettings
    ) throws(PersistenceError) -> OpaquePointer {
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(
            address, &opened,
            access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        if code == SQLITE_OK {
            sqlite3_busy_timeout(opened, settings.busyMilliseconds)
            code = csqlite_refuse_quoted_text(opened)
        }
        // SQLite opens the file when it is read first.
        if code == SQLITE_OK {
            code = sqlite3_exec(opened, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
        }
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw PersistenceError(code, on: opened, "open \(path)", path)
        }
        return opened
    }

    /// Whether the folder is not writable, and the database is complete without a log.
    private static func isImmutable(_ path: String) -> Bool {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { path[..<path.utf8.index(after: $0)] } ?? "."
        var log = stat()
        let isComplete = lstat(path + "-wal", &log) != 0 || log.st_size == 0
        return isComplete && access(String(folder), W_OK) != 0
    }
}
