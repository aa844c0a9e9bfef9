/// One of the databases of a merged query, of which it reads some rows at a time.
///
/// A page contains few rows of most databases, so each first reads about its share of the page. The
/// merging compares only the values of the order. The rows stay where they are decoded, so that
/// they are not moved, and that this code is not generic.
struct MergedDatabase {
    /// A row of a merged page: the number of its source, and that of its decoding.
    struct Pick {
        let source: Int
        let row: Int
    }

    /// Decodes a row, and returns its number.
    typealias Decoder = (any RowReader) throws(PersistenceError) -> Int

    private let database: SessionDatabase
    private let query: TableQuery
    /// The number of rows that are read at a time.
    private let share: Int
    /// The condition of the rows that are not read yet.
    private var rest: Predicate
    /// The values of the query's order, those of one read row after the other.
    private var values: [StoredValue] = []
    /// The numbers of the rows that were read and not picked.
    private var rows = 0..<0
    private var isComplete = false

    var place: DatabasePlace { database.place }

    /// Creates the source of the rows after a position.
    ///
    /// - Parameters:
    ///   - query: the query in its total order.
    ///   - orderCount: how many keys of the order are not those of the table's key.
    init(
        _ database: SessionDatabase, _ query: TableQuery, orderCount: Int,
        after position: PagePosition?, share: Int
    ) {
        self.database = database
        self.query = query
        self.share = share
        rest =
            position.map {
                query.bound(after: $0, in: database.place, orderCount: orderCount)
            } ?? .constant(true)
    }

    /// Picks the first rows of several sources, which are in the order of their places.
    ///
    /// - Returns: the rows, and the position of the next page; `nil` at the end.
    static func page(
        of sources: inout [MergedDatabase], _ limit: Int, by sortKeys: [SortKey],
        _ decode: Decoder
    ) throws(MergedFailure) -> (picks: [Pick], next: PagePosition?) {
        var picks: [Pick] = []
        picks.reserveCapacity(limit)
        var last: PagePosition?
        while let index = try first(of: &sources, by: sortKeys, decode) {
            if picks.count == limit { return (picks, last) }
            picks.append(Pick(source: index, row: sources[index].rows.lowerBound))
            if picks.count == limit {
                last = PagePosition(
                    values: sources[index].firstValues(), place: sources[index].place)
            }
            sources[index].rows.removeFirst()
        }
        return (picks, nil)
    }

    /// The source with the next row; `nil` at the end of all.
    private static func first(
        of sources: inout [MergedDatabase], by sortKeys: [SortKey], _ decode: Decoder
    ) throws(MergedFailure) -> Int? {
        var found: Int?
        for index in sources.indices {
            guard try sources[index].hasNext(decode) else { continue }
            // Of equal rows, that of the earlier place is the first.
            if let other = found, !sources[index].precedes(sources[other], sortKeys) { continue }
            found = index
        }
        return found
    }

    /// Whether the next row is before that of another source.
    private func precedes(_ other: MergedDatabase, _ sortKeys: [SortKey]) -> Bool {
        let (own, others) = (firstValue, other.firstValue)
        for (index, key) in sortKeys.enumerated()
        where values[own + index] != other.values[others + index] {
            let isLess = values[own + index] < other.values[others + index]
            return key.direction == .ascending ? isLess : !isLess
        }
        return false
    }

    /// The index of the next row's first value.
    private var firstValue: Int { values.count - rows.count * query.order.count }

    private func firstValues() -> [StoredValue] {
        Array(values[firstValue..<firstValue + query.order.count])
    }

    /// Whether there is a next row; reads further ones if none is left.
    private mutating func hasNext(_ decode: Decoder) throws(MergedFailure) -> Bool {
        if rows.isEmpty, !isComplete { try read(decode) }
        return !rows.isEmpty
    }

    private mutating func read(_ decode: Decoder) throws(MergedFailure) {
        do throws(PersistenceError) {
            let predicate = query.predicate.and(rest)
            try predicate.validate()
            let own = TableQuery(query.table, predicate, order: query.order, limit: share)
            var (found, numbers) = (values, rows)
            found.removeAll(keepingCapacity: true)
            found.reserveCapacity(share * query.order.count)
            let order = query.order
            try database.connection.get().select(own) { (row) throws(PersistenceError) in
                for key in order { found.append(try row.value(at: key.column)) }
                let number = try decode(row)
                numbers = (numbers.isEmpty ? number : numbers.lowerBound)..<number + 1
                return true
            }
            (values, rows) = (found, numbers)
            isComplete = rows.count < share
            if !rows.isEmpty {
                rest = .after(Array(values.suffix(order.count)), in: order, of: query.table)
            }
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

extension TableQuery {
    /// The condition that a row of a database comes after a position.
    fileprivate func bound(
        after position: PagePosition, in place: DatabasePlace, orderCount: Int
    ) -> Predicate {
        guard let last = position.place, last != place else {
            return .after(position.values, in: order, of: table)
        }
        return .after(
            Array(position.values.prefix(orderCount)), in: Array(order.prefix(orderCount)),
            of: table, includingEqual: last < place)
    }
}

extension DatabasePlace {
    static func < (left: DatabasePlace, right: DatabasePlace) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
