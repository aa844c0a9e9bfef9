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

struct Screen {
    func show(in theme: Theme) {}
}

enum First {
    static func use(_ answer: Answer) throws {
        // snippet 1
        _ = theme
    }
}

enum Settings {
    static let theme = Key<Theme>("theme", default: Theme())
}

func observing(_ store: KeyedStore, screen: Screen, home: SchedulerIsolation) throws {
    // snippet 2
}

struct NodeID: RawRepresentable, ColumnValue {
    let rawValue: String
}

struct Library {
    init(_ writer: DatabaseWriter) {}
}

// snippet 3

func use(
    schema: DatabaseSchema, business: WorkScheduler, transfer: Transfer
) async throws {
    // snippet 4
    _ = waiting
}

// snippet 5

func writing(_ database: Database, transfer: Transfer, transfers: [Transfer]) async throws {
    // snippet 6
}

func service(_ database: Database, business: WorkScheduler) {
    // snippet 7
    _ = library
}

func schema() {
    // snippet 8
    // snippet 9
}
