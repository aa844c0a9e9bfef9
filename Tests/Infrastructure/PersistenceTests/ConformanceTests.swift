import Persistence
import PersistenceTestKit
import Scheduling
import Testing

@Suite struct ConformanceTests {
    @Test(arguments: PersistenceConformance.Rule.all)
    func memoryKeepsTheRules(_ rule: PersistenceConformance.Rule) async {
        let suite = PersistenceConformance {
            PersistenceSetting(MemoryEngine()) { DatabasePlace($0) }
        }
        #expect(await suite.violations(of: rule) == [])
    }

    /// The suite finds an engine that breaks its rules.
    @Test(arguments: BrokenEngine.Fault.allCases)
    func brokenEngineIsFound(_ fault: BrokenEngine.Fault) async {
        let suite = PersistenceConformance {
            PersistenceSetting(BrokenEngine(fault)) { DatabasePlace($0) }
        }
        var violations: [String] = []
        for rule in PersistenceConformance.Rule.all where fault.rules.contains(rule.description) {
            violations += await suite.violations(of: rule)
        }
        #expect(!violations.isEmpty)
    }
}
