import KeyedStore
import SQLitePersistence

func schema() {
    // snippet SQLSchema
}

func connection(path: String, schema: SQLSchema, texts: [String]) throws {
    // snippet SQLConnection
}

func statement(_ connection: SQLConnection) throws {
    var names: [Int64: String] = [:]
    // snippet SQLStatement
}

func backend(path: String) throws {
    // snippet SQLiteBackend
    _ = store
}
