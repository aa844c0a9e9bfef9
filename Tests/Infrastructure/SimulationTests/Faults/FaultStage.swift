import Scheduling
import Simulation

/// The schedulers and laws of a planted fault: those of a world, or threads.
protocol FaultStage {
    var home: any Scheduler { get }

    func makeWork(_ name: String) -> any Scheduler
    func choose(_ count: Int) -> Int
    func state<Service>(
        _ law: String, isOfTheEnd: Bool, of service: SchedulerBound<Service>,
        _ check: @escaping @Sendable (Service) -> Bool)
}

extension FaultStage {
    /// The main scheduler.
    var main: any Scheduler { home }

    func work(_ name: String = "BL") -> any Scheduler { makeWork(name) }

    func pool(_ count: Int, name: String) -> [any Scheduler] {
        (1...count).map { makeWork("\(name)-\($0)") }
    }

    func always<Service>(
        _ law: String, of service: SchedulerBound<Service>,
        _ check: @escaping @Sendable (Service) -> Bool
    ) {
        state(law, isOfTheEnd: false, of: service, check)
    }

    func atEnd<Service>(
        _ law: String, of service: SchedulerBound<Service>,
        _ check: @escaping @Sendable (Service) -> Bool
    ) {
        state(law, isOfTheEnd: true, of: service, check)
    }
}

/// A stage in a simulation.
struct WorldStage: FaultStage {
    let world: World

    var home: any Scheduler { world.main }

    func makeWork(_ name: String) -> any Scheduler { world.work(name) }
    func choose(_ count: Int) -> Int { world.choose(count) }

    func state<Service>(
        _ law: String, isOfTheEnd: Bool, of service: SchedulerBound<Service>,
        _ check: @escaping @Sendable (Service) -> Bool
    ) {
        if isOfTheEnd {
            world.atEnd(law, of: service, check)
        } else {
            world.always(law, of: service, check)
        }
    }
}

/// A stage on threads, whose laws are checked when the program has had time to end.
final class ThreadStage: FaultStage {
    private(set) var schedulers: [WorkScheduler] = []
    private var checks: [() async -> Bool] = []

    var home: any Scheduler { schedulers[0] }

    init() { schedulers = [WorkScheduler(name: "UI")] }

    func makeWork(_ name: String) -> any Scheduler {
        let scheduler = WorkScheduler(name: name)
        schedulers.append(scheduler)
        return scheduler
    }

    func choose(_ count: Int) -> Int { Int.random(in: 0..<count) }

    func state<Service>(
        _ law: String, isOfTheEnd: Bool, of service: SchedulerBound<Service>,
        _ check: @escaping @Sendable (Service) -> Bool
    ) {
        checks.append { (try? await service.run { check($0) }) ?? false }
    }

    /// Whether the laws hold now; ends the threads.
    func end() async -> Bool {
        var holds = true
        for check in checks where await !check() { holds = false }
        for scheduler in schedulers { scheduler.shutDown(.finishRunning) }
        return holds
    }
}
