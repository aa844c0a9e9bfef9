import Scheduling
import SchedulingTestKit
import Signals

/// A program that runs on one thread, in virtual time, in an order that a seed decides.
///
/// The body builds the program on the schedulers of a `World`, and states laws about it. At each
/// step, the seed decides which scheduler runs its next item, among those that could run next on a
/// real machine. Trying many seeds therefore finds faults that are rare in reality, and the seed of
/// a failure repeats it:
///
/// ```swift
/// let simulation = Simulation { world in
///     let arrivals = SchedulerBound(on: world.main) { Arrivals() }
///     for name in ["left", "right"] {
///         world.work(name).schedule { arrivals.schedule { $0.add(name) } }
///     }
///     world.atEnd("left is first", of: arrivals) { $0.first == "left" }
/// }
/// if let finding = simulation.explore(seeds: 0..<100).finding { print(finding) }
/// ```
///
/// The work of each producer keeps its order on a scheduler. A timer may be late, never early. Jobs
/// of the main actor run on the world's main scheduler, and tasks without an executor run between
/// the items of the schedulers. A run calls the body on the caller's thread, and returns when no
/// work is left. In a release build, a step takes a few microseconds at most.
///
/// The program must not use other threads, the clock of the system, or `Task.sleep`. Set
/// `SWIFT_DETERMINISTIC_HASHING=1` if the program iterates over sets or dictionaries.
public struct Simulation {
    /// The seed of `run()`.
    public let seed: UInt64
    /// The strategy of `run()` and `explore(seeds:)`.
    public let strategy: SimulationStrategy
    /// The limits of each run.
    public let options: SimulationOptions
    private let body: (World) throws -> Void

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - seed: the seed of `run()`.
    ///   - strategy: the strategy by which runs make their decisions.
    ///   - options: the limits of each run.
    ///   - body: builds the program; is called for each run, as work of the main scheduler.
    public init(
        seed: UInt64 = 0, strategy: SimulationStrategy = .random,
        options: SimulationOptions = SimulationOptions(),
        _ body: @escaping (World) throws -> Void
    ) {
        self.seed = seed
        self.strategy = strategy
        self.options = options
        self.body = body
    }

    /// Runs the program once, with the seed, and records its steps.
    public func run() -> SimulationRun { run(strategy, seed: seed, isRecording: true) }

    /// Repeats a run by its decisions, and records its steps.
    public func replay(_ schedule: Schedule) -> SimulationRun {
        run(.replay(schedule), seed: seed, isRecording: true)
    }

    func run(_ strategy: SimulationStrategy, seed: UInt64, isRecording: Bool) -> SimulationRun {
        if isRecording { TraceOptions.provenance.begin() }
        defer { if isRecording { TraceOptions.provenance.end() } }
        return run(WorldCore(options, Chooser(strategy, seed: seed), isRecording: isRecording))
    }

    func run(_ core: WorldCore) -> SimulationRun {
        CurrentWorld.enter(core) {
            var schedulers: [VirtualScheduler] = []
            let tracked = SubscriptionTracker.measuring { schedulers = runAll(core) }
            guard core.failure == nil, tracked.live > 0 else { return }
            let names = SubscriptionTracker.subscriptions
                .filter { subscription in schedulers.contains { subscription.isOn($0) } }
                .prefix(5).map { ": \($0)" }
            core.fail(
                .leftSubscriptions,
                "\(tracked.live) subscriptions were left at the end" + names.joined())
        }
        return SimulationRun(core)
    }

    /// Runs the body and all work, ends the world, and returns its schedulers.
    private func runAll(_ core: WorldCore) -> [VirtualScheduler] {
        do {
            let world = World(core)
            do {
                try Schedulers.enter(core.main) { try body(world) }
            } catch {
                core.fail(.error("\(error)"), "the body threw \(error)")
            }
            core.checkForeignPosts()
            core.checkLaws()
            while core.step(until: core.end) {}
            core.checkLawsAtEnd()
        }
        // Laws hold services, whose release is work.
        core.laws = []
        while core.step(until: core.now) {}
        let schedulers = core.schedulers
        let left = core.close()
        core.endings.forEach { $0() }
        core.endings = []
        if !left.isEmpty {
            core.fail(
                .leftWork, "work was left at the end: " + left.prefix(5).joined(separator: ", "))
        }
        return schedulers
    }
}
