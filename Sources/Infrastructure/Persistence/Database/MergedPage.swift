/// A row of a query over several databases.
public struct MergedRow<Root: Model>: Sendable {
    /// The database of the row.
    public let place: DatabasePlace
    /// The row.
    public let value: Root
}

/// A page of a query over several databases.
///
/// `ReadSession.mergedPage(_:after:)` returns it. A database that is in `failures` has no row in
/// the page.
public struct MergedPage<Root: Model>: Sendable {
    /// The rows of all databases, in the order of the query.
    public let page: Page<MergedRow<Root>>
    /// The databases that could not be read, whose rows are missing, and the reasons.
    public let failures: [DatabasePlace: PersistenceError]
}
