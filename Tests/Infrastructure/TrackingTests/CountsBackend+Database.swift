import Persistence
import Scheduling

@testable import Tracking

extension CountsBackend {
    /// The schema of a database that has the counts alone.
    static let schema = DatabaseSchema(program: 1, models: models, migrations: migrations)

    /// Creates a database for the counts, which reads and writes on one scheduler.
    static func database(
        in engine: any PersistenceEngine, at place: String = "guest"
    ) -> Database {
        let business = WorkScheduler(name: "BL")
        return Database(
            engine, at: DatabasePlace(place), schema: schema, on: business,
            readers: .schedulers([business]))
    }
}
