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

    /// Adds the condition, the order and the limit of a query.
    mutating func addClauses(of query: TableQuery) {
        if query.predicate != .all([]) {
            text += " WHERE "
            add(query.predicate, in: query.table)
        }
        for (number, key) in query.order.enumerated() {
            text += number == 0 ? " ORDER BY " : ", "
            text += Self.quoted(query.table.columns[key.column].name)
            if key.direction == .descending { text += " DESC" }
        }
        guard let limit = query.limit else { return }
        text += " LIMIT "
        add(.integer(Int64(limit)))
    }

    private mutating func add(_ predicate: Predicate, in table: TableSchema) {
        switch predicate {
        case .comparison(let column, let comparison, let value):
            add(table.columns[column], comparison, value)
        case .all(let parts): add(parts, joinedBy: " AND ", none: "1", in: table)
        case .any(let parts): add(parts, joinedBy: " OR ", none: "0", in: table)
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

    private mutating func add(
        _ parts: [Predicate], joinedBy word: String, none: String, in table: TableSchema
    ) {
        if parts.isEmpty { text += none }
        for (number, part) in parts.enumerated() {
            text += number == 0 ? "(" : word
            add(part, in: table)
        }
        if !parts.isEmpty { text += ")" }
    }
}
