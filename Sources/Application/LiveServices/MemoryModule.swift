package import Composition
import Events
import ProgramServices
import Scheduling

/// The module that observes the memory: it tells the caches when memory runs short.
package struct MemoryModule: Module {
    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(MemoryPressureKey.self, when: .start, EventHubKey.here, HomeNeed()) {
            MemoryPressure(postingTo: $0, home: $1)
        }
    }
}

/// The service that posts `MemoryPressureChanged`.
enum MemoryPressureKey: ServiceKey {
    typealias Service = MemoryPressure
    static let role = SchedulerRole.business
}
