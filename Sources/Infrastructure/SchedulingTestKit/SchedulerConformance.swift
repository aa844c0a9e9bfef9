package import Dispatch
public import Scheduling

/// The conformance suite for schedulers; it checks a scheduler of your own, too.
///
/// ```swift
/// @Test(arguments: SchedulerConformance.Rule.all)
/// func rulesHold(_ rule: SchedulerConformance.Rule) async {
///     let suite = SchedulerConformance(
///         shutDown: { ($0 as? MyScheduler)?.shutDown() }, { MyScheduler() })
///     #expect(await suite.violations(of: rule) == [])
/// }
/// ```
public struct SchedulerConformance: Sendable {
    /// One rule of the suite.
    public struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        public let description: String
        let check: @Sendable (SchedulerHarness) async -> Void

        init(_ description: String, _ check: @escaping @Sendable (SchedulerHarness) async -> Void) {
            self.description = description
            self.check = check
        }

        /// All rules of the suite.
        public static let all: [Rule] = order + isolation + time + services + end
    }

    private let make: @Sendable () -> any Scheduler
    private let drive: (@Sendable (any Scheduler) -> Void)?
    private let shutDown: (@Sendable (any Scheduler) -> Void)?
    /// The time limit for each event that a rule waits for.
    package var timeout: DispatchTimeInterval = .seconds(60)

    /// Creates a suite for the schedulers that `make` returns, a new one for each rule.
    ///
    /// - Parameters:
    ///   - drive: runs the work that is due, and the work of the next 100 ms, for a scheduler that
    ///     does not run it by itself; is called repeatedly, on one thread.
    ///   - shutDown: begins to shut a scheduler down, and returns at once; may be called
    ///     repeatedly. Without it, the rules about the end are not checked.
    ///   - make: returns a new scheduler.
    public init(
        drive: (@Sendable (any Scheduler) -> Void)? = nil,
        shutDown: (@Sendable (any Scheduler) -> Void)? = nil,
        _ make: @escaping @Sendable () -> any Scheduler
    ) {
        self.make = make
        self.drive = drive
        self.shutDown = shutDown
    }

    /// Checks one rule.
    ///
    /// - Returns: the violations of the rule; empty when the scheduler keeps it.
    public func violations(of rule: Rule) async -> [String] {
        let harness = SchedulerHarness(make(), drive, shutDown, timeout)
        await rule.check(harness)
        harness.end()
        return harness.violations
    }
}
