import CSQLite

/// The SQLite library in use, for reports.
package enum SQLiteLibrary {
    /// The version, such as `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
