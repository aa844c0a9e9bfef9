/// The reads and writes of one transaction on one database.
///
/// ```swift
/// try await database.write(.account) { session in
///     try session.insert(transfer)
///     try session.update(Transfer.where { $0.state == .running }) { [$0.state.set(.waiting)] }
/// }
/// ```
///
/// A call that throws has changed nothing, and the transaction continues if the closure handles the
/// error. After an error of the disk, such as `.noSpace`, the engine may have rolled the
/// transaction back: later calls then throw `.failed`. If the closure throws, the transaction is
/// rolled back.
///
/// A session is valid during the call of its closure only, and traps after it.
public final class WriteSession: ReadSession {  // not @Schedulable: confined to a closure
    private let role: DatabaseRole
    private(set) var markedTables: Set<String> = []

    init(_ source: any SessionSource, role: DatabaseRole) {
        self.role = role
        super.init(source)
    }

    private func writer(for table: TableSchema) throws(PersistenceError) -> any EngineConnection {
        guard table.role == role else {
            throw PersistenceError(
                .twoDatabases,
                "the transaction writes the \(role) database, and the table is in the \(table.role)"
                    + " database", table: table.name)
        }
        return try connection(for: table)
    }

    /// Stores a new row, and returns 1.
    ///
    /// - Throws: `.conflict` if a row with its key exists.
    @discardableResult
    public func insert<Root: Model>(_ row: Root) throws(PersistenceError) -> Int {
        try store(row, .insert, on: writer(for: Root.table))
        return 1
    }

    /// Stores a row, which replaces the row with its key if there is one, and returns 1.
    @discardableResult
    public func upsert<Root: Model>(_ row: Root) throws(PersistenceError) -> Int {
        try store(row, .upsert, on: writer(for: Root.table))
        return 1
    }

    /// Stores new rows, all or none, and returns their number.
    ///
    /// - Throws: the error of a row, with its number in `PersistenceError.row`.
    @discardableResult
    public func insert<Root: Model>(
        contentsOf rows: some Sequence<Root>
    ) throws(PersistenceError) -> Int {
        try store(rows, .insert)
    }

    /// Stores rows, each instead of the row with its key if there is one; all or none.
    ///
    /// - Returns: the number of rows.
    /// - Throws: the error of a row, with its number in `PersistenceError.row`.
    @discardableResult
    public func upsert<Root: Model>(
        contentsOf rows: some Sequence<Root>
    ) throws(PersistenceError) -> Int {
        try store(rows, .upsert)
    }

    /// Updates the row with the key of `row`, and returns the number of updated rows: 1 or 0.
    ///
    /// ```swift
    /// try session.update(transfer, \.state, \.offset)
    /// ```
    ///
    /// - Parameters:
    ///   - row: the row with its new values.
    ///   - columns: the columns to set; without them, all but the key.
    @discardableResult
    public func update<Root: Model, each Value>(
        _ row: Root, _ columns: repeat KeyPath<Root.Columns, Column<Root, each Value>>
    ) throws(PersistenceError) -> Int {
        let (table, values) = (Root.table, try row.rowValues())
        var positions: [Int] = []
        for column in repeat each columns {
            positions.append(Root.columns[keyPath: column].index)
        }
        if positions.isEmpty {
            positions = table.columns.indices.filter { !table.columns[$0].isKey }
        }
        return try update(
            table, positions.map { (column: $0, value: values[$0]) },
            try Root.keyPredicate(of: values))
    }

    /// Sets columns of all rows of a query, and returns the number of updated rows.
    ///
    /// The query has a condition only.
    @discardableResult
    public func update<Root: Model>(
        _ query: Query<Root>, _ assignments: (Root.Columns) -> [Assignment<Root>]
    ) throws(PersistenceError) -> Int {
        try update(
            Root.table,
            assignments(Root.columns).map { (column: $0.column, value: $0.value) },
            try query.conditionAlone())
    }

    /// Deletes the row with the key of `row`, and returns the number of deleted rows: 1 or 0.
    @discardableResult
    public func delete<Root: Model>(_ row: Root) throws(PersistenceError) -> Int {
        let predicate = try Root.keyPredicate(of: try row.rowValues())
        return try writer(for: Root.table).delete(from: Root.table, where: predicate)
    }

    /// Deletes all rows of a query, and returns their number.
    ///
    /// The query has a condition only.
    @discardableResult
    public func delete<Root: Model>(_ query: Query<Root>) throws(PersistenceError) -> Int {
        let condition = try query.conditionAlone()
        return try writer(for: Root.table).delete(from: Root.table, where: condition)
    }

    /// Runs `body` as a nested transaction: if it throws, only its own changes are rolled back.
    @discardableResult
    public func transaction<Value>(_ body: (WriteSession) throws -> Value) throws -> Value {
        let connection = try connection(of: role)
        try connection.setSavepoint()
        do {
            let value = try body(self)
            try connection.releaseSavepoint()
            return value
        } catch {
            connection.rollBackToSavepoint()
            throw error
        }
    }

    /// Declares that statements in the engine's own language have changed tables.
    ///
    /// The observations of their models then get a new value after the commit.
    public func markChanged(_ tables: String...) { markedTables.formUnion(tables) }

    private func update(
        _ table: TableSchema, _ values: [(column: Int, value: StoredValue)],
        _ predicate: Predicate
    ) throws(PersistenceError) -> Int {
        let connection = try writer(for: table)
        guard !values.isEmpty else { return try connection.count(TableQuery(table, predicate)) }
        return try connection.update(table, setting: values, where: predicate)
    }

    private func store<Root: Model>(
        _ row: Root, _ kind: InsertionKind, on connection: any EngineConnection
    ) throws(PersistenceError) {
        do throws(PersistenceError) {
            try connection.insert(into: Root.table, kind) { (writer) throws(PersistenceError) in
                try row.write(to: writer)
            }
        } catch {
            var named = error
            let values = (try? row.rowValues()) ?? []
            named.table = Root.table.name
            named.key = Root.table.keyColumns.filter(values.indices.contains)
                .map { values[$0].description }.joined(separator: ", ")
            throw named
        }
    }

    private func store<Root: Model>(
        _ rows: some Sequence<Root>, _ kind: InsertionKind
    ) throws(PersistenceError) -> Int {
        let connection = try writer(for: Root.table)
        var count = 0
        try connection.setSavepoint()
        do throws(PersistenceError) {
            for row in rows {
                try store(row, kind, on: connection)
                count += 1
            }
            try connection.releaseSavepoint()
        } catch {
            connection.rollBackToSavepoint()
            var named = error
            named.row = count
            throw named
        }
        return count
    }
}

extension Query {
    /// The condition of a query without an order, a limit and an offset.
    fileprivate func conditionAlone() throws(PersistenceError) -> Predicate {
        guard sortKeys.isEmpty, rowLimit == nil, rowOffset == 0 else {
            throw PersistenceError(
                .invalidQuery, "an update or a deletion has no order, limit or offset",
                table: Root.table.name)
        }
        try predicate.validate()
        return predicate
    }
}
