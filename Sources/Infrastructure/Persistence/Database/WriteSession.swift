/// The reads and writes of one transaction.
///
/// ```swift
/// try await database.write { session in
///     try session.upsert(transfer)
///     try session.delete(Transfer.where { $0.state == .done })
/// }
/// ```
///
/// A call for one row, or for a query, that throws has changed nothing, and the transaction
/// continues if the closure handles the error. A batch that throws has stored the rows before the
/// one that failed. After an error of the disk, such as `.noSpace`, the engine may have rolled the
/// transaction back: later calls then throw `.failed`. If the closure throws, the transaction is
/// rolled back.
///
/// A session is valid during the call of its closure only, and traps after it.
public final class WriteSession: ReadSession {  // not @Schedulable: confined to a closure
    /// Stores a new row.
    ///
    /// - Throws: `.conflict` if a row with its key exists.
    public func insert<Root: Model>(_ row: Root) throws(PersistenceError) {
        try store(row, replaces: false)
    }

    /// Stores a row, which replaces the row with its key if there is one.
    public func upsert<Root: Model>(_ row: Root) throws(PersistenceError) {
        try store(row, replaces: true)
    }

    /// Stores new rows.
    ///
    /// - Throws: the error of a row, with its number in `PersistenceError.row`.
    public func insert<Root: Model>(
        contentsOf rows: some Sequence<Root>
    ) throws(PersistenceError) {
        try store(rows, replaces: false)
    }

    /// Stores rows, each instead of the row with its key if there is one.
    ///
    /// - Throws: the error of a row, with its number in `PersistenceError.row`.
    public func upsert<Root: Model>(
        contentsOf rows: some Sequence<Root>
    ) throws(PersistenceError) {
        try store(rows, replaces: true)
    }

    /// Deletes the row with the key of `row`, and returns the number of deleted rows: 1 or 0.
    @discardableResult
    public func delete<Root: Model>(_ row: Root) throws(PersistenceError) -> Int {
        try connection.delete(Root.query(ofKey: try row.storedKey()))
    }

    /// Deletes all rows of a query, which has a condition only, and returns their number.
    @discardableResult
    public func delete<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Int {
        try connection.delete(query.deletion())
    }

    private func store<Root: Model>(
        _ row: Root, replaces: Bool
    ) throws(PersistenceError) {
        do throws(PersistenceError) {
            try connection.insert(into: Root.table, replaces: replaces) {
                (writer) throws(PersistenceError) in
                try row.write(to: writer)
            }
        } catch {
            var named = error
            named.table = Root.table.name
            named.key = try? row.storedKey().map(\.description).joined(separator: ", ")
            throw named
        }
    }

    private func store<Root: Model>(
        _ rows: some Sequence<Root>, replaces: Bool
    ) throws(PersistenceError) {
        for (number, row) in rows.enumerated() {
            do throws(PersistenceError) { try store(row, replaces: replaces) } catch {
                var named = error
                named.row = number
                throw named
            }
        }
    }
}
