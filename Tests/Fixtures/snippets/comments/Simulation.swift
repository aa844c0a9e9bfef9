import Scheduling
import Simulation

@Schedulable
final class Counter {
    private(set) var count = 0
    func increment() { count += 1 }
}

@Schedulable
final class Arrivals {
    private(set) var first: String?
    func add(_ name: String) { first = first ?? name }
}

func replaying(_ simulation: Simulation) {
    // snippet Schedule
    _ = run
}

func simulating() {
    // snippet Simulation
}

func world() {
    // snippet World
    _ = simulation
}

@Schedulable
final class Login {
    private(set) var refreshes = 0
}

func laws(_ world: World, _ login: SchedulerBound<Login>) {
    // snippet World+Laws
}

func counting(_ simulation: Simulation) {
    // snippet SimulationCoverage
}
