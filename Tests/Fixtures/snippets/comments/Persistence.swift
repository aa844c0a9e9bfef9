import Persistence
import Scheduling
import Signals

// snippet ColumnValue

// snippet Model

struct Library {
    init(_ writer: DatabaseWriter) {}
}

struct Screen: Sendable {
    func reload() {}
}

func condition() -> Query<Transfer> {
    // snippet Condition
}

func query() {
    // snippet Query
    _ = newest
}

func schema() {
    // snippet DatabaseSchema
    _ = schema
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

func observing(_ database: Database, screen: Screen, home: SchedulerIsolation) {
    // snippet Database+Commits
}
