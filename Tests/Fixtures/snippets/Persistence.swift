import KeyedStore
import Persistence
import Scheduling
import Signals
import Testing

struct Theme: Codable, Sendable {
    var name = "light"
}

struct Answer {
    let refreshToken: String
}

enum First {
    static func use(_ answer: Answer) throws {
        // snippet 1
        _ = theme
    }
}

struct NodeID: RawRepresentable, ColumnValue {
    let rawValue: String
}

struct Library {
    init(_ writer: DatabaseWriter) {}
}

// snippet 2

func use(
    schema: DatabaseSchema, business: WorkScheduler, transfer: Transfer
) async throws {
    // snippet 3
    _ = waiting
}

// snippet 4

func writing(_ database: Database, transfer: Transfer, transfers: [Transfer]) async throws {
    // snippet 5
}

func service(_ database: Database, business: WorkScheduler) {
    // snippet 6
    _ = library
}

func schema() {
    // snippet 7
    // snippet 8
}
