public import Scheduling
public import SchedulingTestKit

/// The world of one run: schedulers with one clock, and laws about the program that they run.
///
/// The body of a `Simulation` receives it, and gives its schedulers to the program in place of real
/// ones:
///
/// ```swift
/// let simulation = Simulation { world in
///     let business = world.work("BL")
///     let counter = SchedulerBound(on: business) { Counter() }
///     for _ in 0..<3 { counter.schedule { $0.increment() } }
///     world.atEnd("each increment counts", of: counter) { $0.count == 3 }
/// }
/// ```
///
/// Only the thread of the run uses a world; all its schedulers are on that thread.
public final class World: @unchecked Sendable {  // used on the thread of the run, which it checks
    /// The scheduler of the main actor, "UI"; jobs of the main actor run here.
    public let main: VirtualScheduler
    let core: WorldCore

    init(_ core: WorldCore) {
        self.core = core
        main = core.main
    }

    /// The time that has passed in the world.
    public var time: Duration { WorldCore.start.duration(to: core.now) }

    /// The wall clock, in seconds since 1970; a world begins on 2026-01-01.
    public var wallTime: Int64 { 1_767_225_600 + time.components.seconds }

    /// Returns a new scheduler with a thread of its own, in place of a `WorkScheduler`.
    public func work(_ name: String = "BL") -> VirtualScheduler {
        check()
        return core.makeScheduler(name)
    }

    /// Returns the schedulers of a pool, for `ServicePool(on:)`.
    public func pool(_ count: Int, name: String = "pool") -> [VirtualScheduler] {
        check()
        return (1...count).map { core.makeScheduler("\(name)-\($0)") }
    }

    /// Chooses a number from zero to `count - 1`, as a decision of the seed.
    ///
    /// Use it for delays, the size of inputs, and faults. A decision of the world can be repeated
    /// and reduced; a random number of the program cannot.
    public func choose(_ count: Int) -> Int {
        check()
        precondition(count > 0, "a choice needs at least one possibility")
        return core.choose(below: count)
    }

    /// Shuts a scheduler of the world down, as `WorkScheduler.shutDown` does.
    ///
    /// It refuses new work from now on. The work that it has accepted follows in its own steps, and
    /// `mode` decides whether it runs. Call it in an item of another scheduler: the seed then
    /// chooses the step at which the end comes.
    public func shutDown(_ scheduler: VirtualScheduler, _ mode: ShutdownMode = .orderly) {
        check()
        precondition(
            core.schedulers.contains { $0 === scheduler }, "the scheduler is not of this world")
        precondition(scheduler !== main, "the main scheduler has no end")
        scheduler.shutDown(mode)
    }

    /// Ends the run with a failure; a later failure is ignored.
    public func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) {
        check()
        core.fail(.error(message), "\(message) (\(file):\(line))")
    }

    /// Notes an event outside of the program, such as a fault, for the report of a failure.
    ///
    /// Costs nothing in a run whose steps are not recorded.
    ///
    /// - Parameter isUsual: whether such an event happens all the time; a report shows the last of
    ///   these, and all others.
    public func note(_ event: @autoclosure () -> String, isUsual: Bool = false) {
        check()
        guard core.steps != nil else { return }
        core.notes.append(
            SimulationNote(step: core.stepCount, time: time, event: event(), isUsual: isUsual))
    }

    /// Calls `body` after the end of the run, when the work of the program has ended.
    package func afterEnd(_ body: @escaping () -> Void) {
        check()
        core.endings.append(body)
    }

    func check() {
        precondition(
            core.isCurrent, "a world is used on the thread of its run, during the run")
    }
}
