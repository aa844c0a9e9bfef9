import Scheduling
import SchedulingTestKit

@testable import Composition

/// Two virtual schedulers with one clock, and what happened on them.
struct Program {
    let ui = VirtualScheduler(name: "UI")
    let business = VirtualScheduler(name: "BL")
    let clock: VirtualClock
    let journal = Recorder<String>()

    init() { clock = VirtualClock(ui, business) }

    var schedulers: [SchedulerRole: any Scheduler] { [.main: ui, .business: business] }

    /// Composes a program of one module.
    func compose(
        limits: LifeCycleLimits = LifeCycleLimits(),
        _ load: @escaping @Sendable (ServicePlan) -> Void
    ) throws -> Scope {
        try Assembly([ClosureModule(body: load)]).compose(on: schedulers, limits: limits)
    }

    /// Starts a scope, runs the work that is due, and returns the outcomes so far.
    func start(_ scope: Scope) -> Recorder<String> {
        let outcomes = Recorder<String>()
        Task(executorPreference: business) {
            do {
                try await scope.start()
                outcomes.add("started")
            } catch {
                outcomes.add("\(error)")
            }
        }
        clock.runUntilIdle()
        return outcomes
    }

    /// Stops a scope, runs the work that is due, and returns the reports so far.
    func stop(_ scope: Scope) -> Recorder<StopReport> {
        let reports = Recorder<StopReport>()
        scope.requestStop { reports.add($0) }
        clock.runUntilIdle()
        return reports
    }
}

struct ClosureModule: Module {
    static let name = "Closure"
    let body: @Sendable (ServicePlan) -> Void

    func load(_ plan: ServicePlan) { body(plan) }
}

/// A service that records its life.
final class Part: ServiceLifeCycle {
    private let name: String
    private let journal: Recorder<String>
    private let stopping: Duration

    init(_ name: String, _ journal: Recorder<String>, stopping: Duration = .zero) {
        self.name = name
        self.journal = journal
        self.stopping = stopping
        journal.add("make \(name)")
    }

    deinit { journal.add("release \(name) on \(Schedulers.current?.name ?? "no scheduler")") }

    nonisolated(nonsending) func stop() async {
        journal.add("stop \(name)")
        await pause(stopping)
        journal.add("stopped \(name)")
    }
}

struct StartFailure: Error, CustomStringConvertible {
    var description: String { "no network" }
}

/// Waits on the current scheduler, by its clock, and ignores a cancellation.
nonisolated(nonsending) func pause(_ duration: Duration) async {
    guard duration > .zero, let scheduler = Schedulers.current else { return }
    await withCheckedContinuation { continuation in
        scheduler.schedule(after: duration) { continuation.resume() }
    }
}

/// A service without a life cycle.
final class Plain {
    var count = 0
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void = {}) { self.released = released }

    deinit { released() }
}

enum First: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.business
}

enum Second: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.business
}

enum Third: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.business
}

enum Screen: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.main
}

enum AccountPart: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}

enum Store: ServiceKey {
    typealias Service = Plain
    static let role = SchedulerRole.business
}

enum AccountStore: ServiceKey {
    typealias Service = Plain
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}

final class Counter: Sendable {
    private let state = Guarded(0)
    var count: Int { state.withLock { $0 } }

    func increase(by difference: Int = 1) { state.withLock { $0 += difference } }
}

enum Meter: SharedServiceKey { typealias Service = Counter }
