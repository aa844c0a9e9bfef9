import Foundation
import Persistence
import PersistenceTestKit
import SQLitePersistence
import Testing

@Suite struct EngineConformanceTests {
    /// The number of transactions of the random writer.
    private static let rounds =
        ProcessInfo.processInfo.environment["PERSISTENCE_ROUNDS"].flatMap(Int.init) ?? 100

    @Test(arguments: PersistenceConformance.Rule.all)
    func sqliteKeepsTheRules(_ rule: PersistenceConformance.Rule) async throws {
        let fixture = try DatabaseFixture()
        let folder = fixture.folder
        let suite = PersistenceConformance {
            PersistenceSetting(SQLiteEngine(), rounds: Self.rounds) {
                DatabasePlace("\(folder)/\($0).sqlite")
            }
        }
        #expect(await suite.violations(of: rule) == [])
        withExtendedLifetime(fixture) {}
    }
}
