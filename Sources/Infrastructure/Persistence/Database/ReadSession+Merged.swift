extension ReadSession {
    /// Returns the rows of a query over all databases of the model's role.
    ///
    /// These are the attached database, and those of `Database.attach(readOnly:)`; in a session of
    /// the writer, only the attached one. Rows with equal values in the order of the query are
    /// ordered by the names of their places, and then by their keys. A database that cannot be read
    /// is omitted, and named in the result.
    ///
    /// - Parameters:
    ///   - query: the query with a limit and without an offset.
    ///   - position: the end of the previous page; `nil` for the first page.
    public func mergedPage<Root: Model>(
        _ query: Query<Root>, after position: PagePosition? = nil
    ) throws(PersistenceError) -> MergedPage<Root> {
        let limit = try query.pageLimit()
        var failures: [DatabasePlace: PersistenceError] = [:]
        var databases = try sources(of: Root.table).sorted { $0.place < $1.place }
        let tableQuery = try query.tableQuery()
        var decoded: [Root] = []
        decoded.reserveCapacity(limit + databases.count)
        while true {
            // The row after the page tells whether another page follows.
            let share = limit / max(1, databases.count) + 1
            var sources = databases.map {
                MergedDatabase(
                    $0, tableQuery, orderCount: query.sortKeys.count, after: position, share: share)
            }
            do throws(MergedFailure) {
                let (picks, next) = try MergedDatabase.page(
                    of: &sources, limit, by: query.sortKeys
                ) { (row) throws(PersistenceError) in
                    decoded.append(try Root(from: row))
                    return decoded.count - 1
                }
                let rows = picks.map {
                    MergedRow(place: databases[$0.source].place, value: decoded[$0.row])
                }
                return MergedPage(page: Page(rows: rows, next: next), failures: failures)
            } catch {
                // None of its rows may be in the page.
                failures[error.place] = error.reason
                databases.removeAll { $0.place == error.place }
            }
        }
    }
}
