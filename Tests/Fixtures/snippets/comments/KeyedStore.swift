import KeyedStore
import Scheduling
import Signals

struct Theme: Codable, Sendable {
    var name = "light"
}

struct Answer {
    let refreshToken: String
}

struct Size: Codable, Sendable {
    init(_ width: Int, _ height: Int) {}
}

struct Screen {
    func show(in theme: Theme?) {}
}

// snippet Key

func command(folder: String) {
    // snippet CommandBackend
    _ = backend
}

func file() throws {
    // snippet FileBackend
    _ = store
}

func property(_ store: KeyedStore, screen: Screen, home: SchedulerIsolation) throws {
    // snippet KeyedStore+Property
}

func update(_ store: KeyedStore) throws {
    // snippet KeyedStore+Update
}

func store() throws {
    // snippet KeyedStore
}

func secret(_ store: KeyedStore, answer: Answer) throws {
    // snippet Secret
    _ = header
}

// snippet VersionedValue
