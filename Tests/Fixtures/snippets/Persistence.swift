import Persistence
import Scheduling
import Testing

struct NodeID: RawRepresentable, ColumnValue {
    let rawValue: String
}

struct Library {
    init(_ writer: DatabaseWriter) {}
}

// snippet 1

func use(
    schema: DatabaseSchema, business: WorkScheduler, transfer: Transfer
) async throws {
    // snippet 2
    _ = waiting
}

// snippet 3

func writing(_ database: Database, transfer: Transfer, transfers: [Transfer]) async throws {
    // snippet 4
}

func service(_ database: Database, business: WorkScheduler) {
    // snippet 5
    _ = library
}

func schema() {
    // snippet 6
    // snippet 7
}
