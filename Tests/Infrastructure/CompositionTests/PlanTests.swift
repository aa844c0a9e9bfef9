import BoundaryErrors
import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The validation of the plan, before any factory runs.
struct PlanTests {
    @Test func oneErrorListsEveryKindOfFault() throws {
        let made = Counter()
        let assembly = Assembly(
            [FaultyModule(made: made), OtherModule()],
            abilities: [
                ModuleAbility("routes") { (module: any RouteModule, plan) in
                    plan.report("route '\(module.route)' is served twice", line: 1)
                }
            ])
        let schedulers: [SchedulerRole: any Scheduler] = [
            .main: VirtualScheduler(name: "UI"), .business: VirtualScheduler(name: "BL"),
        ]
        let error = #expect(throws: DeclarationError.self) { try assembly.compose(on: schedulers) }
        let faults = try #require(error).faults
        #expect(
            faults.map { "\($0.code): \($0.place.module): \($0.message)" } == [
                "ability: Faulty: route 'feed' is served twice",
                "missing: Faulty: First needs Absent, which no module binds",
                "cycle: Faulty: the services need each other: Second → Third → Second",
                "scope: Faulty: Store needs AccountStore, whose scope 'account' is narrower than "
                    + "its own, 'program'",
                "scheduler: Faulty: Screen needs Store, which lives on 'BL', directly from 'UI': "
                    + "use its handle",
                "scheduler: Faulty: Meter needs Store, which lives on 'BL', directly from 'TS': "
                    + "use its handle",
                "scheduler: Faulty: AccountPart needs Meter, which is thread-safe, through a "
                    + "handle: use it directly",
                "role: Faulty: Files has the role 'files', for which the program has no scheduler",
                "role: Faulty: Anywhere has the role 'TS' and no SharedServiceKey: use one for a "
                    + "thread-safe service, or the role of a scheduler",
                "role: Faulty: Title belongs to the main actor, and its role 'UI' to scheduler "
                    + "'UI': give the role the main scheduler",
                "duplicate: Other: Store is bound already, at "
                    + "CompositionTests/PlanTests.swift:\(FaultyModule.lineOfStore): remove one "
                    + "of the bindings",
            ])
        #expect(faults.allSatisfy { $0.place.file == "CompositionTests/PlanTests.swift" })
        #expect(faults[3].place.line == FaultyModule.lineOfStore)
        #expect(made.count == 0)
    }

    @Test func theTextOfTheErrorHasALineForEachFault() throws {
        let error = #expect(throws: DeclarationError.self) {
            try Assembly([OtherModule(), OtherModule()])
                .compose(on: [.business: VirtualScheduler()])
        }
        let text = "\(try #require(error))"
        #expect(
            text.hasPrefix("the plan of the services has 1 fault:\n  CompositionTests/PlanTests"))
        #expect(text.contains(": Other: Store is bound already, at "))
    }

    @Test func aServiceThatNeedsItselfIsACycle() throws {
        let error = #expect(throws: DeclarationError.self) {
            try Program().compose { plan in
                plan.bind(Store.self, Store.handle) { _ in Plain() }
            }
        }
        #expect(
            error?.faults.map(\.message) == ["the services need each other: Store → Store"])
    }

    @Test func aLongChainOfNeedsIsOrdered() {
        let count = 1_000
        let order = NeedOrder((0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })
        #expect(order.order == Array((0..<count).reversed()))
        #expect(order.cycles == [])
    }

    @Test func cyclesAreFound() {
        let order = NeedOrder([[1], [2], [0, 1], [4], [3], [5], []])
        #expect(order.cycles.sorted { $0[0] < $1[0] } == [[0, 1, 2], [1, 2], [3, 4], [5]])
    }

    @Test func everyOrderOfFiveModulesGivesTheSameGraph() throws {
        let journal = Recorder<String>()
        let modules: [any Module] = [
            ModuleA(journal: journal), ModuleB(journal: journal), ModuleC(journal: journal),
            ModuleD(journal: journal), ModuleE(journal: journal),
        ]
        var descriptions: Set<String> = []
        var lives: Set<[String]> = []
        for order in permutations(of: modules) {
            let program = Program()
            let scope = try Assembly(order).compose(on: program.schedulers)
            let description = scope.describe()
            descriptions.insert("\(description.modules)\(description.services)")
            journal.removeAll()
            _ = program.start(scope)
            _ = program.stop(scope)
            lives.insert(journal.values)
        }
        #expect(descriptions.count == 1)
        #expect(lives.count == 1)
        #expect(lives.first?.first == "make third")
    }

    private func permutations<Element>(of elements: [Element]) -> [[Element]] {
        if elements.count < 2 { return [elements] }
        return elements.indices.flatMap { index in
            var others = elements
            let first = others.remove(at: index)
            return permutations(of: others).map { [first] + $0 }
        }
    }
}

private protocol RouteModule: Module {
    var route: String { get }
}

/// A module with every kind of fault.
private struct FaultyModule: RouteModule {
    let made: Counter
    let route = "feed"

    static let lineOfStore: UInt = #line + 10

    func load(_ plan: ServicePlan) {
        let made = made
        plan.bind(First.self, Absent.here) { _ in throw StartFailure() }
        plan.bind(Second.self, Third.here) {
            made.increase()
            return $0
        }
        plan.bind(Third.self, Second.handle) { _ in throw StartFailure() }
        plan.bind(Store.self, AccountStore.handle) { _ in Plain() }
        plan.bind(Screen.self, Store.here) { _ in throw StartFailure() }
        plan.bind(Meter.self, Store.here) { _ in Counter() }
        plan.bind(AccountPart.self, Meter.handle) { _ in throw StartFailure() }
        plan.bind(AccountStore.self, when: .start) {
            made.increase()
            return Plain()
        }
        plan.bind(Files.self) { Plain() }
        plan.bind(Anywhere.self) { Plain() }
        plan.bind(TitleKey.self) { Title() }
    }
}

private struct OtherModule: Module {
    func load(_ plan: ServicePlan) {
        plan.bind(Store.self) { Plain() }
    }
}

private enum Absent: ServiceKey {
    typealias Service = Plain
    static let role = SchedulerRole.business
}

private enum Files: ServiceKey {
    typealias Service = Plain
    static let role = SchedulerRole("files")
}

private enum Anywhere: ServiceKey {
    typealias Service = Plain
    static let role = SchedulerRole.anywhere
}

@MainActor private final class Title {}

private enum TitleKey: MainServiceKey { typealias Service = Title }

private struct ModuleA: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) {
        let journal = journal
        plan.bind(First.self, when: .start, Second.here, Third.here) { _, _ in
            Part("first", journal)
        }
    }
}

private struct ModuleB: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) {
        let journal = journal
        plan.bind(Second.self, Third.here) { _ in Part("second", journal) }
    }
}

private struct ModuleC: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) {
        let journal = journal
        plan.bind(Third.self) { Part("third", journal) }
    }
}

private struct ModuleD: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) {
        let journal = journal
        plan.bind(Screen.self, when: .start, First.handle) { _ in Part("screen", journal) }
    }
}

private struct ModuleE: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) {
        plan.bind(Store.self, when: .start) { Plain() }
    }
}
