import GRDB

/// The sizes and time limits of a connection; the defaults are SQLite's.
public struct SQLSettings: Sendable {
    private let cacheSize: Int
    private let checkpointPages: Int
    private let logLimit: Int
    private let busyTimeout: Duration

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - cacheSize: the size of the page cache in KiB.
    ///   - checkpointPages: the number of pages in the write-ahead log from which a commit copies
    ///     them into the database.
    ///   - logLimit: the size in bytes to which the log is truncated afterwards; `nil` for no
    ///     truncation.
    ///   - busyTimeout: the longest wait for a lock that another connection holds, also during a
    ///     migration.
    public init(
        cacheSize: Int = 2_000, checkpointPages: Int = 1_000, logLimit: Int? = nil,
        busyTimeout: Duration = .seconds(5)
    ) {
        self.cacheSize = cacheSize
        self.checkpointPages = checkpointPages
        self.logLimit = logLimit ?? -1
        self.busyTimeout = busyTimeout
    }

    /// Returns the configuration of a connection to the database at `path`.
    func configuration(of path: String, isReadOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.foreignKeysEnabled = false
        // The default of GRDB, on which the queries rely: with the default of SQLite, a quoted name
        // that no column has would be a text.
        configuration.acceptsDoubleQuotedStringLiterals = false
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        if !isReadOnly { configuration.journalMode = .wal }
        configuration.prepareDatabase { [cacheSize, checkpointPages, logLimit] database in
            do {
                // The first one reads the tables' definitions.
                try database.execute(
                    sql: """
                        PRAGMA trusted_schema = OFF;
                        PRAGMA cache_size = -\(cacheSize);
                        PRAGMA wal_autocheckpoint = \(checkpointPages);
                        PRAGMA journal_size_limit = \(logLimit);
                        """)
            } catch {
                // A failed connection is closed, and then no longer has the error of the system.
                throw SQLError(
                    error, on: database.sqliteConnection, path: path, operation: "open")
            }
        }
        return configuration
    }
}
