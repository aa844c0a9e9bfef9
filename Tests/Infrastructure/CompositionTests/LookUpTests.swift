import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The look-up of services by their keys.
struct LookUpTests {
    @Test func aServiceReceivesItsNeeds() throws {
        let program = Program()
        let scope = try program.compose { plan in
            plan.bind(Store.self) { Plain() }
            plan.bind(Meter.self) { Counter() }
            plan.bind(Reader.self, Store.here, Screen.handle, Meter.here) {
                ReaderService(store: $0, screen: $1, meter: $2)
            }
            plan.bind(Screen.self) { [journal = program.journal] in Part("screen", journal) }
        }
        scope.handle(Reader.self).schedule { $0.read() }
        program.clock.runUntilIdle()
        let count = try program.business.enter { try LocalScope(scope, $0).here(Store.self).count }
        #expect(count == 1)
        #expect(try scope.here(Meter.self).count == 1)
        #expect(program.journal.values.first == "make screen")
    }

    @Test func aHandleMakesTheServiceAtItsFirstCall() throws {
        let program = Program()
        let made = Counter()
        let scope = try program.compose { plan in
            plan.bind(Store.self) {
                made.increase()
                return Plain()
            }
        }
        let handle = scope.handle(Store.self)
        program.clock.runUntilIdle()
        #expect(made.count == 0)
        handle.schedule { $0.count += 1 }
        scope.handle(Store.self).schedule { $0.count += 1 }
        program.clock.runUntilIdle()
        #expect(made.count == 1)
        let count = try program.business.enter { try LocalScope(scope, $0).here(Store.self).count }
        #expect(count == 2)
    }

    @Test func theFirstUseFrom64ThreadsMakesOneInstance() async throws {
        try await withScheduler { business in
            let (pinned, shared) = (Counter(), Counter())
            let scope = try Assembly([
                ClosureModule { plan in
                    plan.bind(Store.self) {
                        pinned.increase()
                        return Plain()
                    }
                    plan.bind(Meter.self) {
                        shared.increase()
                        return Counter()
                    }
                }
            ]).compose(on: [.business: business])
            DispatchQueue.concurrentPerform(iterations: 64) { _ in
                scope.handle(Store.self).schedule { $0.count += 1 }
                try? scope.here(Meter.self).increase()
            }
            let count = try await scope.handle(Store.self).run { $0.count }
            #expect(count == 64)
            #expect(try scope.here(Meter.self).count == 64)
            #expect(pinned.count == 1)
            #expect(shared.count == 1)
        }
    }

    @Test func aFactoryThatFailsIsTheCauseOfTheError() throws {
        let program = Program()
        let scope = try program.compose { plan in
            plan.bind(Store.self) { throw StartFailure() }
            plan.bind(Meter.self) { throw StartFailure() }
        }
        program.business.enter { isolation in
            let error = #expect(throws: BoundError.self) {
                try LocalScope(scope, isolation).here(Store.self)
            }
            #expect(error?.code == .constructionFailed)
            #expect(error?.cause is StartFailure)
        }
        let error = #expect(throws: BoundError.self) { try scope.here(Meter.self) }
        #expect(error?.code == .constructionFailed)
    }

    #if DEBUG  // the message of a trap, or its check, is missing in an optimised build
        @Test func directUseOnAnotherSchedulerTrapsAndNamesBoth() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let program = Program()
                let scope = try program.compose { plan in plan.bind(Store.self) { Plain() } }
                try program.ui.enter { _ = try LocalScope(scope, $0).here(Store.self).count }
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                message.contains(
                    "Store lives on scheduler 'BL' and was taken directly on scheduler 'UI': "
                        + "use its handle"))
        }

        @Test func aKeyWithoutBindingTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                _ = try Program().compose { _ in }.handle(Store.self)
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("no module of the program binds Store"))
        }
    #endif
}

private final class ReaderService {
    private let store: Plain
    private let screen: SchedulerBound<Part>
    private let meter: Counter

    init(store: Plain, screen: SchedulerBound<Part>, meter: Counter) {
        self.store = store
        self.screen = screen
        self.meter = meter
    }

    func read() {
        store.count += 1
        meter.increase()
        screen.schedule { _ in }
    }
}

private enum Reader: ServiceKey {
    typealias Service = ReaderService
    static let role = SchedulerRole.business
}
