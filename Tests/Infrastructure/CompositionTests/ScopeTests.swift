import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The program and its accounts.
struct ScopeTests {
    @Test func siblingsShareNothingButTheServicesOfTheProgram() throws {
        let program = Program()
        let scope = try program.compose { plan in
            plan.bind(Store.self) { Plain() }
            plan.bind(AccountStore.self, Store.here) { store in
                store.count += 1
                return Plain()
            }
        }
        let (ada, grace) = (
            scope.open(.account, named: "ada"), scope.open(.account, named: "grace")
        )
        try program.business.enter { (isolation: SchedulerIsolation) throws in
            let (ada, grace) = (LocalScope(ada, isolation), LocalScope(grace, isolation))
            #expect(try ada.here(AccountStore.self) !== grace.here(AccountStore.self))
            #expect(try ada.here(AccountStore.self) === ada.here(AccountStore.self))
            #expect(try ada.here(Store.self) === grace.here(Store.self))
            #expect(try ada.here(Store.self).count == 2)
        }
    }

    @Test func closingAScopeReleasesEachServiceAtHomeAndLeavesTheOthers() throws {
        let program = Program()
        let released = Recorder<String>()
        let scope = try program.compose { plan in
            plan.bind(Store.self) { Plain { released.add("program") } }
            plan.bind(AccountStore.self, Store.here) { _ in
                Plain { released.add("account on \(Schedulers.current?.name ?? "none")") }
            }
        }
        let ada = scope.open(.account, named: "ada")
        let handle = ada.handle(AccountStore.self)
        handle.schedule { $0.count += 1 }
        program.clock.runUntilIdle()
        #expect(program.stop(ada).values == [StopReport(overdue: [])])
        #expect(released.values == ["account on BL"])
        let outcomes = Recorder<BoundError.Code?>()
        handle.schedule({ _ in }, outcome: { outcomes.add($0?.code) })
        program.clock.runUntilIdle()
        #expect(outcomes.values == [.serviceGone])
    }

    @Test func theProgramStopsItsScopesFirst() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(AccountPart.self, when: .start, First.here) { _ in Part("account", journal) }
        }
        _ = program.start(scope)
        let ada = scope.open(.account, named: "ada")
        #expect(program.start(ada).values == ["started"])
        journal.removeAll()
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
        #expect(
            journal.values == [
                "stop account", "stopped account", "release account on BL", "stop first",
                "stopped first", "release first on BL",
            ])
        #expect(program.start(ada).values == ["stopped: account 'ada'"])
    }

    @Test func aScopeMakesTheServicesOfTheProgramThatItNeeds() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self) { Part("first", journal) }
            plan.bind(AccountPart.self, when: .start, First.here) { _ in Part("account", journal) }
        }
        _ = program.start(scope)
        #expect(program.start(scope.open(.account, named: "ada")).values == ["started"])
        #expect(journal.values == ["make first", "make account"])
        _ = program.stop(scope)
    }

    @Test func overdueServicesOfAnAccountAreInTheReportOfTheProgram() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(AccountPart.self, when: .start) {
                Part("account", journal, stopping: .seconds(60))
            }
        }
        _ = program.start(scope)
        _ = program.start(scope.open(.account, named: "ada"))
        let reports = program.stop(scope)
        program.clock.advance(by: .milliseconds(500))
        #expect(reports.values == [StopReport(overdue: ["AccountPart of account 'ada'"])])
    }

    @Test func aScopeInsideAStoppedOneIsStopped() throws {
        let program = Program()
        let scope = try program.compose { _ in }
        _ = program.stop(scope)
        let account = scope.open(.account, named: "ada")
        #expect(program.start(account).values == ["stopped: account 'ada'"])
    }

    @Test func aScopeThatWasNeverStartedIsReleasedWithItsServices() throws {
        let program = Program()
        let released = Recorder<String>()
        var scope: Scope? = try program.compose { plan in
            plan.bind(Store.self, ScopeNeed()) { _ in Plain { released.add("store") } }
        }
        scope?.handle(Store.self).schedule { $0.count += 1 }
        program.clock.runUntilIdle()
        weak let remaining = scope
        scope = nil
        program.clock.runUntilIdle()
        #expect(remaining == nil)
        #expect(released.values == ["store"])
    }

    @Test func aStartedScopeExistsUntilItIsStopped() throws {
        let program = Program()
        let journal = program.journal
        var scope: Scope? = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
        }
        _ = program.start(try #require(scope))
        weak let remaining = scope
        scope = nil
        program.clock.runUntilIdle()
        #expect(journal.values.last == "make first")
        let reports = program.stop(try #require(remaining))
        #expect(reports.values == [StopReport(overdue: [])])
        program.clock.runUntilIdle()
        #expect(remaining == nil)
        #expect(journal.values.last == "release first on BL")
    }

    @Test func aThousandAccountsLeaveNothing() throws {
        let program = Program()
        let live = Counter()
        let released = Counter()
        let scope = try program.compose { plan in
            plan.bind(AccountStore.self, when: .start, ScopeNeed()) { _ in
                live.increase()
                return Plain { released.increase() }
            }
        }
        for number in 0..<1_000 {
            let account = scope.open(.account, named: "\(number)")
            _ = program.start(account)
            _ = program.stop(account)
        }
        program.clock.runUntilIdle()
        #expect(live.count == 1_000)
        #expect(released.count == 1_000)
        #expect(scope.describe().scopes.count == 1)
    }
}
