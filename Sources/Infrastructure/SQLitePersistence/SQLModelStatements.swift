import Persistence

/// The prepared statements of models.
struct SQLModelStatements {
    /// The statements by their texts, without those that are in use.
    var byText: [String: SQLStatement] = [:]
    /// The statements that store rows, with their tables, whose addresses others must not use.
    var insertions: [Insertion: (table: TableSchema, writer: SQLRowWriter)] = [:]
    /// The beginnings of queries, with their tables.
    var selections: [ObjectIdentifier: (table: TableSchema, text: String)] = [:]

    struct Insertion: Hashable {
        let table: ObjectIdentifier
        let replaces: Bool
    }

    /// The number of statements that are kept.
    static let limit = 100
}
