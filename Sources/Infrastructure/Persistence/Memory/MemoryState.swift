/// The content of a memory database, as a value: a copy is a snapshot.
struct MemoryState: Sendable {
    struct Table: Sendable {
        var schema: TableSchema
        /// The rows by their keys, each with the values in the order of the schema's columns.
        var rows: [[StoredValue]: [StoredValue]] = [:]

        /// The keys that no row has.
        func missing(_ keys: Set<[StoredValue]>) -> Set<[StoredValue]> {
            keys.filter { rows[$0] == nil }
        }
    }

    var program: Int32?
    var tables: [String: Table] = [:]
    var indexes: [String: IndexSchema] = [:]

    func table(_ name: String) throws(PersistenceError) -> Table {
        guard let table = tables[name] else {
            throw PersistenceError(.failed, "the table does not exist", table: name)
        }
        return table
    }

    /// The position in the stored rows of each column of a schema.
    func positions(of schema: TableSchema) throws(PersistenceError) -> [Int] {
        let stored = try table(schema.name).schema
        var positions: [Int] = []
        for column in schema.columns {
            guard let position = stored.index(of: column.name) else {
                throw PersistenceError(
                    .failed, "the column does not exist", table: schema.name, column: column.name)
            }
            positions.append(position)
        }
        return positions
    }

    /// The rows of a query, with the values in the order of its schema's columns.
    func rows(of query: TableQuery) throws(PersistenceError) -> [[StoredValue]] {
        let positions = try positions(of: query.table)
        var found = try table(query.table.name).rows.values
            .map { row in positions.map { row[$0] } }.filter { query.predicate.holds(for: $0) }
        if !query.order.isEmpty {
            found.sort { left, right in
                for key in query.order where left[key.column] != right[key.column] {
                    let isLess = left[key.column] < right[key.column]
                    return key.direction == .ascending ? isLess : !isLess
                }
                return false
            }
        }
        let rest = found.dropFirst(query.offset)
        return Array(query.limit.map { rest.prefix($0) } ?? rest)
    }

    /// Stores a row, and checks the key, the indexes and the references.
    ///
    /// - Parameters:
    ///   - replaced: the key of the row that the new one replaces.
    ///   - checksReferences: whether the row may refer to existing rows only.
    mutating func store(
        _ row: [StoredValue], in name: String, replacing replaced: [StoredValue]?,
        checksReferences: Bool
    ) throws(PersistenceError) {
        let key = try checkedKey(of: row, in: name, replacing: replaced)
        if checksReferences { try checkReferences(of: row, key, in: name) }
        if let replaced, replaced != key { tables[name]?.rows[replaced] = nil }
        tables[name]?.rows[key] = row
    }

    /// Checks the values of a row against the columns, the key and the indexes.
    private func checkedKey(
        of row: [StoredValue], in name: String, replacing replaced: [StoredValue]?
    ) throws(PersistenceError) -> [StoredValue] {
        let table = try table(name)
        for (column, value) in zip(table.schema.columns, row) {
            try Self.check(value, column, name)
        }
        let key = table.schema.keyColumns.map { row[$0] }
        if key != replaced, table.rows[key] != nil {
            throw PersistenceError(.conflict, "a row with this key exists", table: name)
        }
        for index in indexes.values where index.table == name && index.isUnique {
            let columns = index.columns.compactMap(table.schema.index(of:))
            let values = columns.map { row[$0] }
            let isTaken =
                !values.contains(.null)
                && table.rows.contains { other, stored in
                    other != replaced && columns.map { stored[$0] } == values
                }
            if isTaken {
                throw PersistenceError(
                    .conflict, "a row with equal values in index '\(index.name)' exists",
                    table: name)
            }
        }
        return key
    }

    private static func check(
        _ value: StoredValue, _ column: ColumnSchema, _ table: String
    ) throws(PersistenceError) {
        let fits =
            switch (value, column.type) {
            case (.null, _): column.isOptional
            case (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob): true
            default: false
            }
        guard fits else {
            throw PersistenceError(
                .unwritable, "the value does not belong to the column's type", table: table,
                column: column.name)
        }
    }

    /// Throws if a row of the table refers to a row that does not exist.
    func checkReferences(from name: String) throws(PersistenceError) {
        for (key, row) in try table(name).rows { try checkReferences(of: row, key, in: name) }
    }

    private func checkReferences(
        of row: [StoredValue], _ key: [StoredValue], in name: String
    ) throws(PersistenceError) {
        for (value, column) in zip(row, try table(name).schema.columns) where !value.isNull {
            guard let target = column.reference?.table else { continue }
            guard tables[target]?.rows[[value]] != nil || target == name && key == [value] else {
                throw PersistenceError(
                    .missingReference, "the row to which it refers does not exist", table: name,
                    column: column.name)
            }
        }
    }

    /// Deletes rows and the rows that refer to them, and adds the names of the changed tables.
    mutating func delete(
        _ keys: Set<[StoredValue]>, from name: String, changing changed: inout Set<String>
    ) throws(PersistenceError) {
        var deleted: [(String, Set<[StoredValue]>)] = []
        var waiting = [(name, keys)]
        while let (name, keys) = waiting.popLast() {
            for key in keys { tables[name]?.rows[key] = nil }
            deleted.append((name, keys))
            for reference in references(to: keys, of: name) where reference.onDelete == .cascade {
                waiting.append((reference.table, reference.keys))
            }
        }
        // A row may refer to a deleted one while it is deleted by another reference itself.
        for (name, keys) in deleted where !keys.isEmpty {
            try checkReferences(to: keys, of: name)
            changed.insert(name)
        }
    }

    /// Throws if rows refer to keys that no row of the table has.
    func checkReferences(
        to keys: Set<[StoredValue]>, of name: String
    ) throws(PersistenceError) {
        let missing = try table(name).missing(keys)
        if missing.isEmpty { return }
        if let reference = references(to: missing, of: name).first {
            throw PersistenceError(
                .missingReference, "rows of table '\(reference.table)' refer to the row",
                table: name)
        }
    }

    /// The keys of the rows that refer to some rows of a table, for each referring column.
    private func references(to keys: Set<[StoredValue]>, of name: String) -> [MemoryReference] {
        var references: [MemoryReference] = []
        for (referring, table) in tables {
            for (position, column) in table.schema.columns.enumerated() {
                guard let reference = column.reference, reference.table == name else { continue }
                let found = table.rows.filter { keys.contains([$0.value[position]]) }
                if found.isEmpty { continue }
                references.append(
                    MemoryReference(
                        table: referring, onDelete: reference.onDelete, keys: Set(found.keys)))
            }
        }
        return references
    }
}

/// The rows of a table that refer to others by one column.
private struct MemoryReference {
    let table: String
    let onDelete: TableReference.Deletion
    let keys: Set<[StoredValue]>
}
