import KeyedStore
import Persistence
import SQLitePersistence
import Scheduling

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

func engine(schema: DatabaseSchema, business: WorkScheduler) {
    // snippet SQLiteEngine
    _ = database
}

func backend(path: String) throws {
    // snippet SQLiteBackend
    _ = store
}
