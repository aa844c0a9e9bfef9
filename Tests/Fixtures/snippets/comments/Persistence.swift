import Persistence
import Scheduling

// snippet ColumnValue

// snippet Model

struct Library {
    init(_ writer: DatabaseWriter) {}
}

func condition() -> Query<Transfer> {
    // snippet Condition
}

func query() {
    // snippet Query
    _ = newest
}

func reading(_ database: Database) async throws {
    // snippet ReadSession
    _ = transfers
}

func writing(_ database: Database, transfer: Transfer) async throws {
    // snippet WriteSession
}

func service(_ database: Database, business: WorkScheduler) {
    // snippet DatabaseWriter
    _ = library
}

func open(
    schema: DatabaseSchema, business: WorkScheduler, transfer: Transfer
) async throws {
    // snippet Database
    _ = waiting
}
