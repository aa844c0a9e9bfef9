import KeyedStore

struct Theme: Codable, Sendable {
    var name = "light"
}

struct Answer {
    let refreshToken: String
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
