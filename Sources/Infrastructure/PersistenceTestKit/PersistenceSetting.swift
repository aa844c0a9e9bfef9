public import Persistence

/// An engine under test, with new places for its databases.
public struct PersistenceSetting: Sendable {
    let engine: any PersistenceEngine
    let rounds: Int
    let place: @Sendable (String) -> DatabasePlace

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - engine: the engine.
    ///   - rounds: the number of transactions of the random writer.
    ///   - place: returns the place for a name, at which no database exists yet.
    public init(
        _ engine: any PersistenceEngine, rounds: Int = 150,
        place: @escaping @Sendable (String) -> DatabasePlace
    ) {
        self.engine = engine
        self.rounds = rounds
        self.place = place
    }
}
