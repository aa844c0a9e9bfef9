import Scheduling

/// Databases in memory, for tests and for data that need not survive the process.
///
/// ```swift
/// let engine = MemoryEngine()
/// ```
///
/// A place names a database, which exists as long as the engine. A write transaction copies the
/// tables that it changes, so use the engine for small data.
public final class MemoryEngine: PersistenceEngine {
    private let stores = Guarded<[DatabasePlace: MemoryStore]>([:])

    /// Creates an engine without databases.
    public init() {}

    /// Opens the database with a name, and creates it if it is missing.
    public func openForWriting(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        let store = stores.withLock { stores in
            let store = stores[place] ?? MemoryStore()
            stores[place] = store
            return store
        }
        try check(store, place, program)
        return MemoryConnection(store, program: program)
    }

    /// Opens the database with a name.
    public func openForReading(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        guard let store = stores.withLock({ $0[place] }) else {
            throw PersistenceError(.cannotOpen, "the database '\(place)' does not exist")
        }
        try check(store, place, program)
        return MemoryConnection(store, program: program)
    }

    private func check(
        _ store: MemoryStore, _ place: DatabasePlace, _ program: Int32
    ) throws(PersistenceError) {
        guard store.snapshot.program ?? program == program else {
            throw PersistenceError(.foreign, "'\(place)' is a database of another program")
        }
    }
}
