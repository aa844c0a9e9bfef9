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

    /// The longest wait for a lock, in milliseconds.
    var busyMilliseconds: Int32 {
        Int32(clamping: Int64((busyTimeout / .milliseconds(1)).rounded()))
    }

    /// The statements that apply the settings to a connection.
    var statements: String {
        """
        PRAGMA cache_size = -\(cacheSize);
        PRAGMA wal_autocheckpoint = \(checkpointPages);
        PRAGMA journal_size_limit = \(logLimit)
        """
    }
}
