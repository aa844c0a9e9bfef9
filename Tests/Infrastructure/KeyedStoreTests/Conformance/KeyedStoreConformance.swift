import KeyedStore

/// The conformance suite for the backends of a `KeyedStore`; it checks a backend of your own, too.
///
/// ```swift
/// @Test(arguments: KeyedStoreConformance.Rule.all)
/// func rulesHold(_ rule: KeyedStoreConformance.Rule) {
///     let suite = KeyedStoreConformance {
///         let path = NSTemporaryDirectory() + UUID().uuidString
///         return { FileBackend(path: path) }
///     }
///     #expect(suite.violations(of: rule) == [])
/// }
/// ```
struct KeyedStoreConformance: Sendable {
    /// Opens the backend of one place, as another process would.
    typealias Opening = @Sendable () throws -> any KeyedStoreBackend

    /// One rule of the suite.
    struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        let description: String
        let check: @Sendable (KeyedStoreHarness) throws -> Void

        init(
            _ description: String,
            _ check: @escaping @Sendable (KeyedStoreHarness) throws -> Void
        ) {
            self.description = description
            self.check = check
        }

        /// All rules of the suite.
        static let all: [Rule] = values + updates + damage + sharing + secrets
    }

    private let makePlace: @Sendable () throws -> Opening

    /// Creates a suite.
    ///
    /// - Parameter makePlace: returns the way to open a new place, in which nothing is stored. It
    ///   is called once for each rule, and its result once or several times.
    init(_ makePlace: @escaping @Sendable () throws -> Opening) {
        self.makePlace = makePlace
    }

    /// Checks one rule; blocks on the backend.
    ///
    /// - Returns: the violations of the rule; empty when the backend keeps it.
    func violations(of rule: Rule) -> [String] {
        do {
            let harness = KeyedStoreHarness(try makePlace())
            do { try rule.check(harness) } catch { harness.expect(false, "\(error)") }
            return harness.violations
        } catch {
            return ["the place cannot be made: \(error)"]
        }
    }
}
