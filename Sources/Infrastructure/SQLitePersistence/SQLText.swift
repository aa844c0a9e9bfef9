import Persistence

/// The text of a statement, and the values of its placeholders in their order.
///
/// Identifiers are quoted, and values are always placeholders.
struct SQLText {
    private(set) var text: String
    private(set) var values: [StoredValue] = []

    init(_ text: String) { self.text = text }

    /// A name in quotation marks.
    static func quoted(_ name: String) -> String {
        name.utf8.contains(UInt8(ascii: "\""))
            ? "\"\(doubling("\"", in: name))\"" : "\"\(name)\""
    }

    /// Returns a text with each `quote` twice.
    ///
    /// SQLite reads bytes: a quote before a combining mark is a quote, too.
    static func doubling(_ quote: Unicode.Scalar, in text: String) -> String {
        var doubled = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            doubled.append(scalar)
            if scalar == quote { doubled.append(scalar) }
        }
        return String(doubled)
    }

    mutating func add(_ text: String) { self.text += text }

    /// Adds a placeholder.
    mutating func add(_ value: StoredValue) {
        text += "?"
        values.append(value)
    }

    /// Adds the condition, the order and the limits of a query.
    mutating func addClauses(of query: TableQuery) {
        addWhere(query.predicate, in: query.table)
        for (number, key) in query.order.enumerated() {
            text += number == 0 ? " ORDER BY " : ", "
            text += Self.quoted(query.table.columns[key.column].name)
            if key.direction == .descending { text += " DESC" }
        }
        guard query.limit != nil || query.offset > 0 else { return }
        text += " LIMIT "
        add(.integer(query.limit.map(Int64.init) ?? -1))
        guard query.offset > 0 else { return }
        text += " OFFSET "
        add(.integer(Int64(query.offset)))
    }

    mutating func addWhere(_ predicate: Predicate, in table: TableSchema) {
        if predicate == .constant(true) { return }
        text += " WHERE "
        add(predicate, in: table)
    }

    /// Adds a condition that is true or false, never NULL below a NOT.
    private mutating func add(_ predicate: Predicate, in table: TableSchema) {
        switch predicate {
        case .constant(let value): text += value ? "1" : "0"
        case .comparison(let column, let comparison, let value):
            add(table.columns[column], comparison, value)
        case .membership(let column, let values): add(table.columns[column], in: values)
        case .all(let parts): add(parts[...], joinedBy: " AND ", none: "1", in: table)
        case .any(let parts): add(parts[...], joinedBy: " OR ", none: "0", in: table)
        case .not(let part):
            text += "("
            add(part, in: table)
            text += ") IS NOT TRUE"
        }
    }

    private mutating func add(
        _ column: ColumnSchema, _ comparison: Predicate.Comparison, _ value: StoredValue
    ) {
        text += Self.quoted(column.name)
        switch comparison {
        // SQLite uses an index for `=`, also within alternatives, and not for `IS`.
        case .equal: text += value.isNull ? " IS " : " = "
        case .notEqual: text += column.isOptional ? " IS NOT " : " <> "
        case .less: text += " < "
        case .lessOrEqual: text += " <= "
        case .greater: text += " > "
        case .greaterOrEqual: text += " >= "
        }
        add(value)
    }

    private mutating func add(_ column: ColumnSchema, in values: [StoredValue]) {
        let present = values.filter { !$0.isNull }
        text += "("
        if !present.isEmpty {
            text += "\(Self.quoted(column.name)) IN ("
            for (number, value) in present.enumerated() {
                if number > 0 { text += ", " }
                add(value)
            }
            text += ")"
        }
        if present.count < values.count {
            text += "\(present.isEmpty ? "" : " OR ")\(Self.quoted(column.name)) IS NULL"
        }
        text += values.isEmpty ? "0)" : ")"
    }

    /// Adds parts as a balanced tree: SQLite limits the depth of an expression.
    private mutating func add(
        _ parts: ArraySlice<Predicate>, joinedBy word: String, none: String, in table: TableSchema
    ) {
        guard let first = parts.first else {
            text += none
            return
        }
        guard parts.count > 1 else { return add(first, in: table) }
        let middle = parts.startIndex + parts.count / 2
        text += "("
        add(parts[..<middle], joinedBy: word, none: none, in: table)
        text += word
        add(parts[middle...], joinedBy: word, none: none, in: table)
        text += ")"
    }
}
