import BoundaryErrors
import Foundation
import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// Overrides, abilities, and what a program tells about itself.
struct AssemblyTests {
    @Test func anOverrideReplacesTheFactoryAndKeepsTheMoment() throws {
        let program = Program()
        let journal = program.journal
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(First.self, when: .start) { Part("live", journal) }
                plan.bind(Meter.self) { Counter() }
            }
        ])
        .overriding(First.self, Meter.here) { _ in Part("unused", journal) }
        .overriding(First.self) { Part("double", journal) }
        .overriding(Meter.self) { [stub = Counter()] in stub }
        .compose(on: program.schedulers)
        _ = program.start(scope)
        #expect(journal.values == ["make double"])
        #expect(scope.describe().services.filter(\.isOverride).map(\.name) == ["First", "Meter"])
        _ = program.stop(scope)
    }

    @Test func anOverrideProvidesTheNeedOfASingleModule() throws {
        let program = Program()
        let module = ClosureModule { plan in
            plan.bind(AccountStore.self, Store.here) { _ in Plain() }
        }
        #expect(throws: DeclarationError.self) {
            try Assembly([module]).compose(on: program.schedulers)
        }
        _ = try Assembly([module]).overriding(Store.self) { Plain() }
            .compose(on: program.schedulers)
    }

    @Test func anOverrideIsValidatedToo() {
        let assembly = Assembly([ClosureModule { plan in plan.bind(Store.self) { Plain() } }])
            .overriding(Store.self, AccountStore.here) { $0 }
        let error = #expect(throws: DeclarationError.self) {
            try assembly.compose(on: Program().schedulers)
        }
        #expect(
            error?.faults.map(\.message) == [
                "Store needs AccountStore, which no module binds",
                "Store needs AccountStore, whose scope 'account' is narrower than its own, "
                    + "'program'",
            ])
    }

    @Test func theFaultsOfOtherDeclarationsAreListedWithThoseOfThePlan() throws {
        let place = DeclarationPlace(module: "Album", file: "Album/Routes.swift", line: 3)
        let doubled = DeclarationFault(.init("doubledRoute"), "a route is served twice", at: place)
        let assembly = Assembly(
            [ClosureModule { plan in plan.bind(AccountStore.self, Store.here) { $0 } }],
            abilities: [
                ModuleAbility("routes") { (_: any Module, plan) in plan.report([doubled]) }
            ])
        let error = #expect(throws: DeclarationError.self) {
            try assembly.compose(on: Program().schedulers)
        }
        #expect(error?.faults.map(\.code) == [doubled.code, .missing])
        let text = "\(try #require(error))"
        #expect(text.contains("\n  Album/Routes.swift:3: Album: a route is served twice"))
    }

    @Test func theModulesWithAnAbilityAreFoundOnceWhenThePlanIsMade() throws {
        let program = Program()
        let found = Recorder<String>()
        let ability = ModuleAbility("letters") { (module: any LetterModule, plan) in
            found.add(module.letter)
            plan.bind(Store.self) { Plain() }
        }
        let scope = try Assembly(
            [LetterA(), ClosureModule { _ in }],
            abilities: [ability, ModuleAbility("names", of: (any LetterModule).self)]
        ).compose(on: program.schedulers)
        _ = program.start(scope)
        _ = program.start(scope.open(.account, named: "ada"))
        #expect(found.values == ["a"])
        let modules = scope.describe().modules
        #expect(modules.map(\.name) == ["Closure", "LetterA"])
        #expect(modules.map(\.abilities) == [[], ["letters", "names"]])
        #expect(modules.map(\.provides) == [[], ["Store"]])
        _ = program.stop(scope)
    }

    @Test func eachTransitionIsObservedInOrder() throws {
        let program = Program()
        let transitions = Recorder<String>()
        let scope = try Assembly([
            ClosureModule { [journal = program.journal] plan in
                plan.bind(First.self, when: .start, Store.here) { _ in Part("first", journal) }
                plan.bind(Store.self) { Plain() }
                plan.bind(Second.self) { throw StartFailure() }
                plan.bind(Third.self) { Part("third", journal) }
            }
        ]).compose(on: program.schedulers, observer: { transitions.add("\($0)") })
        _ = program.start(scope)
        scope.handle(Second.self).schedule { _ in }
        program.clock.runUntilIdle()
        _ = program.stop(scope)
        #expect(
            transitions.values.map { $0.replacing(" of program 'program'", with: "") } == [
                "Store: idle → ready", "First: idle → ready",
                "Second: idle → failed: constructionFailed: Second: no network",
                "First: ready → stopping", "First: stopping → stopped",
                "Store: ready → stopping", "Store: stopping → stopped",
            ])
    }

    @Test func aProgramDescribesItself() throws {
        let program = Program()
        let scope = try program.compose { [journal = program.journal] plan in
            plan.bind(Store.self) { Plain() }
            plan.bind(AccountPart.self, when: .start, Store.here, Screen.handle) { _, _ in
                Part("account", journal)
            }
            plan.bind(Screen.self) { Part("screen", journal) }
            plan.bind(Meter.self) { Counter() }
        }
        let ada = scope.open(.account, named: "ada")
        _ = program.start(ada)
        let description = scope.describe()
        #expect(description.services.map(\.name) == ["Store", "Screen", "AccountPart", "Meter"])
        let part = description.services[2]
        #expect(part.module == "Closure")
        #expect(part.file == "CompositionTests/AssemblyTests.swift")
        #expect((part.role, part.scheduler) == ("BL", "BL"))
        #expect((part.level, part.creation) == (.account, .start))
        #expect(
            part.needs == [
                .init(service: "Store", isDirect: true), .init(service: "Screen", isDirect: false),
            ])
        #expect(description.services[3].scheduler == nil)
        #expect(description.scopes.map(\.name) == ["program", "ada"])
        #expect(description.scopes.map(\.parent) == [nil, description.scopes[0].number])
        #expect(
            description.scopes[0].states == ["Store": .ready, "Screen": .idle, "Meter": .idle])
        #expect(description.scopes[1].states == ["AccountPart": .ready])
        let data = try JSONEncoder().encode(description)
        #expect(try JSONDecoder().decode(CompositionDescription.self, from: data) == description)
        _ = program.stop(scope)
    }
}

private protocol LetterModule: Module {
    var letter: String { get }
}

private struct LetterA: LetterModule {
    let letter = "a"

    func load(_ plan: ServicePlan) {}
}
