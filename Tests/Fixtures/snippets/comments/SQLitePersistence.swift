import Persistence
import SQLitePersistence
import Scheduling

func connection(_ writer: DatabaseWriter, texts: [String]) throws {
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
