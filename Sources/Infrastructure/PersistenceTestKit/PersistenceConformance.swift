/// The conformance suite for the engines of `Persistence`; it checks an engine of your own, too.
///
/// ```swift
/// @Test(arguments: PersistenceConformance.Rule.all)
/// func rulesHold(_ rule: PersistenceConformance.Rule) async {
///     let suite = PersistenceConformance {
///         PersistenceSetting(MemoryEngine()) { DatabasePlace($0) }
///     }
///     #expect(await suite.violations(of: rule) == [])
/// }
/// ```
///
/// No rule assumes that databases are files, that rows have numbers, or that one process uses a
/// database.
public struct PersistenceConformance: Sendable {
    /// One rule of the suite.
    public struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        public let description: String
        let check: @Sendable (PersistenceHarness) async throws -> Void

        init(
            _ description: String,
            _ check: @escaping @Sendable (PersistenceHarness) async throws -> Void
        ) {
            self.description = description
            self.check = check
        }

        /// All rules of the suite.
        public static let all: [Rule] =
            values + identifiers + queries + pages + writes + references + transactions
            + concurrency + migrations + roles + merging + observations
    }

    private let makeSetting: @Sendable () throws -> PersistenceSetting

    /// Creates a suite.
    ///
    /// - Parameter makeSetting: returns a new setting; it is called once for each rule.
    public init(_ makeSetting: @escaping @Sendable () throws -> PersistenceSetting) {
        self.makeSetting = makeSetting
    }

    /// Checks one rule.
    ///
    /// - Returns: the violations of the rule; empty when the engine keeps it.
    public func violations(of rule: Rule) async -> [String] {
        do {
            let harness = PersistenceHarness(try makeSetting())
            do { try await rule.check(harness) } catch { harness.expect(false, "\(error)") }
            await harness.end()
            return harness.violations
        } catch {
            return ["the setting cannot be made: \(error)"]
        }
    }
}
