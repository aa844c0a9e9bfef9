import CSQLite

/// Receives the text of each statement that a connection begins, until its end.
///
/// A statement of a trigger has the form `-- TEXT`.
package final class SQLTrace {  // not @Schedulable: confined to its connection
    private let connection: SQLConnection
    private let receive: (String) -> Void

    /// Begins to trace `connection`, which has at most one trace.
    package init(_ connection: SQLConnection, _ receive: @escaping (String) -> Void) {
        self.connection = connection
        self.receive = receive
        let context = Unmanaged.passUnretained(self).toOpaque()  // detached before its release
        sqlite3_trace_v2(
            connection.database.handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, _, text in
                guard let context, let text else { return 0 }
                let statement = text.assumingMemoryBound(to: CChar.self)  // SQLite passes text
                Unmanaged<SQLTrace>.fromOpaque(context)  // the object of `init`
                    .takeUnretainedValue().receive(String(cString: statement))
                return 0
            }, context)
    }

    deinit { end() }

    /// Ends the trace.
    package func end() { sqlite3_trace_v2(connection.database.handle, 0, nil, nil) }
}
