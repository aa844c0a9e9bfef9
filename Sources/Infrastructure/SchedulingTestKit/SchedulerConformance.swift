package import Dispatch
public import Scheduling

/// The rules that every scheduler keeps, as checks for a scheduler of your own.
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
        /// The rule in a sentence.
        public let description: String
        let check: @Sendable (Stage) async -> Void

        init(_ description: String, _ check: @escaping @Sendable (Stage) async -> Void) {
            self.description = description
            self.check = check
        }

        /// Every rule.
        public static let all: [Rule] = order + isolation + time + services + end
    }

    private let make: @Sendable () -> any Scheduler
    private let drive: (@Sendable (any Scheduler) -> Void)?
    private let shutDown: (@Sendable (any Scheduler) -> Void)?
    /// How long a rule waits for what must happen.
    package var patience: DispatchTimeInterval = .seconds(60)

    /// A suite for the schedulers that `make` returns, a new one for each rule.
    ///
    /// - Parameters:
    ///   - drive: runs the work that is due, and work of the next 100 ms, for a scheduler that does not run it by itself;
    ///     is called again and again, on one thread.
    ///   - shutDown: begins to shut a scheduler down, and returns at once; may be called again. Without it, the rules about the end
    ///     are not checked.
    public init(
        drive: (@Sendable (any Scheduler) -> Void)? = nil,
        shutDown: (@Sendable (any Scheduler) -> Void)? = nil,
        _ make: @escaping @Sendable () -> any Scheduler
    ) {
        self.make = make
        self.drive = drive
        self.shutDown = shutDown
    }

    /// Checks a rule.
    ///
    /// - Returns: what did not happen as the rule says; empty where it holds.
    public func violations(of rule: Rule) async -> [String] {
        let stage = Stage(make(), drive, shutDown, patience)
        await rule.check(stage)
        stage.end()
        return stage.violations
    }
}
