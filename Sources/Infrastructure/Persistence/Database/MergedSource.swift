/// One of the databases of a merged query, which reads some rows at a time.
///
/// A page contains few rows of most databases, so each first reads about its share of the page.
struct MergedSource<Root: Model> {
    /// A row with the values by which it is ordered.
    private struct Candidate {
        let values: [StoredValue]
        let row: Root

        /// Whether the row comes before a row of a later place.
        func precedes(_ other: Candidate, _ sortKeys: [SortKey]) -> Bool {
            for (index, key) in sortKeys.enumerated() where values[index] != other.values[index] {
                let isLess = values[index] < other.values[index]
                return key.direction == .ascending ? isLess : !isLess
            }
            return true
        }
    }

    private let database: SessionDatabase
    private let query: Query<Root>
    private let order: [SortKey]
    /// The number of rows that are read at a time.
    private let share: Int
    /// The condition of the rows that are not read yet.
    private var rest: Predicate
    private var rows: ArraySlice<Candidate> = []
    private var isComplete = false

    /// Creates the source of the rows after a position.
    init(
        _ database: SessionDatabase, _ query: Query<Root>, after position: PagePosition?,
        share: Int
    ) {
        self.database = database
        self.query = query
        self.share = share
        order = query.totalOrder
        rest =
            position.map { query.bound(after: $0, in: database.place) } ?? .constant(true)
    }

    /// Returns the first rows of several sources, which are in the order of their places.
    static func page(
        of sources: inout [MergedSource], _ limit: Int, by sortKeys: [SortKey]
    ) throws(MergedFailure) -> Page<MergedRow<Root>> {
        var rows: [MergedRow<Root>] = []
        var last: PagePosition?
        while let index = try first(of: &sources, by: sortKeys) {
            if rows.count == limit { return Page(rows: rows, next: last) }
            let place = sources[index].database.place
            guard let next = sources[index].rows.popFirst() else { break }
            rows.append(MergedRow(place: place, value: next.row))
            if rows.count == limit { last = PagePosition(values: next.values, place: place) }
        }
        return Page(rows: rows, next: nil)
    }

    /// The source with the next row; `nil` at the end of all.
    private static func first(
        of sources: inout [MergedSource], by sortKeys: [SortKey]
    ) throws(MergedFailure) -> Int? {
        var found: (index: Int, row: Candidate)?
        for index in sources.indices {
            guard let row = try sources[index].next() else { continue }
            if found.map({ !$0.row.precedes(row, sortKeys) }) ?? true { found = (index, row) }
        }
        return found?.index
    }

    /// The next row; reads further ones if there is none.
    private mutating func next() throws(MergedFailure) -> Candidate? {
        if rows.isEmpty, !isComplete { try read() }
        return rows.first
    }

    private mutating func read() throws(MergedFailure) {
        do throws(PersistenceError) {
            var found: [Candidate] = []
            let own = query.filtered(rest).limit(share)
            try database.connection.get().select(try own.tableQuery()) {
                [order] (row) throws(PersistenceError) in
                var values: [StoredValue] = []
                for key in order { values.append(try row.value(at: key.column)) }
                found.append(Candidate(values: values, row: try Root(from: row)))
                return true
            }
            isComplete = found.count < share
            if let last = found.last { rest = .after(last.values, in: order) }
            rows = found[...]
        } catch {
            throw MergedFailure(place: database.place, reason: error)
        }
    }
}

/// The failure of a database of a query over several.
struct MergedFailure: Error {
    let place: DatabasePlace
    let reason: PersistenceError
}

extension Query {
    /// The condition that a row of a database comes after a position.
    fileprivate func bound(after position: PagePosition, in place: DatabasePlace) -> Predicate {
        guard let last = position.place, last != place else {
            return .after(position.values, in: totalOrder)
        }
        return .after(
            Array(position.values.prefix(sortKeys.count)), in: sortKeys,
            includingEqual: last < place)
    }
}

extension DatabasePlace {
    static func < (left: DatabasePlace, right: DatabasePlace) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
