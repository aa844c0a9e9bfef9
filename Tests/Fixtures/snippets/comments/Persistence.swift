import Foundation
import Persistence
import Scheduling
import Signals

// snippet ColumnValue

// snippet Model

struct Library {
    init(_ writer: DatabaseWriter) {}
}

struct Screen: Sendable {
    func show(_ transfers: [Transfer]) {}
    func show(_ error: PersistenceError) {}
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

func engine() {
    // snippet MemoryEngine
    _ = engine
}

func reading(_ database: Database) async throws {
    // snippet ReadSession
    _ = transfers
}

func writing(_ database: Database, transfer: Transfer) async throws {
    // snippet WriteSession
}

func updating(_ session: WriteSession, transfer: Transfer) throws {
    // snippet WriteSession 2
}

func service(_ database: Database, business: WorkScheduler) {
    // snippet DatabaseWriter
    _ = library
}

func open(
    settings: DatabaseSchema, library: DatabaseSchema, business: WorkScheduler, transfer: Transfer
) async throws {
    // snippet Database
    _ = waiting
}

func observing(_ database: Database, screen: Screen, home: SchedulerIsolation) {
    // snippet Database+Observe
}
