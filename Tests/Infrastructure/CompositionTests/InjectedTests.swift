import BoundaryErrors
import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// Classes whose properties `@Injected` fills.
struct InjectedTests {
    @Test func thePropertiesAreTakenFromTheScope() throws {
        let program = Program()
        let scope = try program.compose { [journal = program.journal] plan in
            plan.bind(Store.self) { Plain() }
            plan.bind(Meter.self) { Counter() }
            plan.bind(Screen.self) { Part("screen", journal) }
            plan.bind(Fetching.self, Fetcher.injected) { $0 }
        }
        scope.handle(Fetching.self).schedule { $0.fetch() }
        program.clock.runUntilIdle()
        #expect(try scope.here(Meter.self).count == 1)
        #expect(program.journal.values.first == "make screen")
        let service = scope.describe().services.first { $0.name == "Fetching" }
        #expect(
            service?.needs == [
                .init(service: "Store", isDirect: true), .init(service: "Meter", isDirect: true),
                .init(service: "Screen", isDirect: false),
            ])
    }

    @Test func theNeedsOfAnInjectedClassAreValidated() {
        let error = #expect(throws: DeclarationError.self) {
            try Program().compose { plan in plan.bind(Fetching.self, Fetcher.injected) { $0 } }
        }
        #expect(error?.faults.count == 3)
    }

    @Test func aClassOfTheMainActorIsInjected() async throws {
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(Meter.self) { Counter() }
                plan.bind(PanelKey.self, Panel.injected) { $0 }
            }
        ]).compose(on: [.main: MainScheduler.shared])
        try await MainActor.run { try scope.here(PanelKey.self).show() }
        #expect(try scope.here(Meter.self).count == 1)
        await scope.stop()
    }

    @Test func aThreadSafeStructureIsInjected() throws {
        let scope = try Program().compose { plan in
            plan.bind(Meter.self) { Counter() }
            plan.bind(GaugeKey.self, Gauge.injected) { $0 }
        }
        try scope.here(GaugeKey.self).read()
        #expect(try scope.here(Meter.self).count == 1)
    }
}

private protocol Fetches: AnyObject {
    func fetch()
}

private enum Fetching: ServiceKey {
    typealias Service = any Fetches
    static let role = SchedulerRole.business
}

@Injected @Schedulable
private final class Fetcher: Fetches {
    @Injected(Store.self) private let store: Plain
    @Injected(Meter.self) let meter: Counter
    @Injected(Screen.self) private let screen: SchedulerBound<Part>
    private var fetched = 0

    func fetch() {
        fetched += 1
        store.count = fetched
        meter.increase()
        screen.schedule { _ in }
    }
}

@Injected @MainActor
private final class Panel {
    @Injected(Meter.self) private let meter: Counter

    func show() { meter.increase() }
}

private enum PanelKey: MainServiceKey { typealias Service = Panel }

@Injected
private struct Gauge {
    @Injected(Meter.self) let meter: Counter

    func read() { meter.increase() }
}

private enum GaugeKey: SharedServiceKey { typealias Service = Gauge }
