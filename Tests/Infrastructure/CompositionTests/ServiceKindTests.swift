import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// Services of the main actor, actors, and services that use their own scope.
struct ServiceKindTests {
    @Test func aFactoryRunsUnderNoLock() throws {
        let program = Program()
        let scope = try program.compose { plan in
            // Each factory uses the scope in every way, which would wait for itself under a lock.
            plan.bind(Store.self, ScopeNeed()) { scope in
                _ = scope.describe()
                _ = try scope.here(Meter.self)
                scope.handle(Screen.self).schedule { _ in }
                scope.open(.account, named: "ada").requestStop(
                    within: LifeCycleLimits())
                return Plain()
            }
            plan.bind(Meter.self, ScopeNeed()) { scope in
                _ = scope.describe()
                scope.handle(Screen.self).schedule { _ in }
                return Counter()
            }
            plan.bind(Screen.self) { [journal = program.journal] in Part("screen", journal) }
        }
        scope.handle(Store.self).schedule { $0.count += 1 }
        program.clock.runUntilIdle()
        #expect(scope.describe().scopes.first?.states["Store"] == .ready)
    }

    @Test func aStopAndAnObserverRunUnderNoLock() throws {
        let program = Program()
        let box = Recorder<Scope>()
        let observed = Counter()
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(SelfUsing.self, when: .start, ScopeNeed()) { SelfUsingService($0) }
                plan.bind(Store.self) { Plain() }
            }
        ]).compose(on: program.schedulers) { _ in
            for scope in box.values { observed.increase(by: scope.describe().scopes.count) }
        }
        box.add(scope)
        #expect(program.start(scope).values == ["started"])
        #expect(observed.count > 0)
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
        box.removeAll()
    }

    @Test func aServiceOfTheMainActorIsMadeAndUsedThere() async throws {
        let scope = try Assembly([
            ClosureModule { plan in plan.bind(TitleKey.self) { Title() } }
        ]).compose(on: [.main: MainScheduler.shared])
        try await MainActor.run {
            let title = try scope.here(TitleKey.self)
            title.text = "Feed"
            #expect(try scope.here(TitleKey.self).text == "Feed")
        }
        await scope.stop()
    }

    @Test func aServiceOfTheMainActorHasALifeCycle() async throws {
        let journal = Recorder<String>()
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(PlayerKey.self, when: .start) { Player(journal) }
            }
        ]).compose(on: [.main: MainScheduler.shared])
        try await scope.start()
        await scope.stop()
        #expect(journal.values == ["stop"])
    }

    @Test func anActorHasALifeCycle() async throws {
        let journal = Recorder<String>()
        try await withScheduler { business in
            let scope = try Assembly([
                ClosureModule { plan in
                    plan.bind(ServerKey.self, when: .start) { Server(journal) }
                }
            ]).compose(on: [.business: business])
            try await scope.start()
            await scope.stop()
        }
        #expect(journal.values == ["stop"])
    }

    #if DEBUG  // the message of a trap, or its check, is missing in an optimised build
        @Test func aThreadSafeServiceThatItsFactoryUsesTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let scope = try Program().compose { plan in
                    plan.bind(Meter.self, ScopeNeed()) { try $0.here(Meter.self) }
                }
                _ = try scope.here(Meter.self)
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("Meter is used by its own factory"))
        }
    #endif
}

@MainActor private final class Title {
    var text = ""
}

private enum TitleKey: MainServiceKey { typealias Service = Title }

@MainActor private final class Player: ServiceLifeCycle {
    private let journal: Recorder<String>

    init(_ journal: Recorder<String>) { self.journal = journal }

    nonisolated(nonsending) func stop() async { journal.add("stop") }
}

private enum PlayerKey: MainServiceKey { typealias Service = Player }

private actor Server: ServiceLifeCycle {
    private let journal: Recorder<String>

    init(_ journal: Recorder<String>) { self.journal = journal }

    func stop() async { journal.add("stop") }
}

private enum ServerKey: SharedServiceKey { typealias Service = Server }

/// A service whose stop uses the scope in every way.
private final class SelfUsingService: ServiceLifeCycle {
    private let scope: Scope

    init(_ scope: Scope) { self.scope = scope }

    nonisolated(nonsending) func stop() async {
        _ = scope.describe()
        scope.requestStop(within: LifeCycleLimits())
        await scope.open(.account, named: "inner").stop()
    }
}

private enum SelfUsing: ServiceKey {
    typealias Service = SelfUsingService
    static let role = SchedulerRole.business
}
