import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The stop of scopes, in virtual time.
struct StopTests {
    @Test func servicesStopInTheReverseOrderAndAreReleasedAtHome() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(Screen.self, when: .start, First.handle) { _ in Part("screen", journal) }
        }
        _ = program.start(scope)
        journal.removeAll()
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
        #expect(
            journal.values == [
                "stop screen", "stopped screen", "release screen on UI", "stop first",
                "stopped first", "release first on BL",
            ])
    }

    @Test func aStopThatExceedsItsDeadlineIsNamedAndHoldsUpNoOther() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose(limits: LifeCycleLimits(stop: .milliseconds(300))) { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(Second.self, when: .start, First.here) { _ in
                Part("second", journal, stopping: .seconds(60))
            }
        }
        _ = program.start(scope)
        journal.removeAll()
        let reports = program.stop(scope)
        #expect(journal.values == ["stop second"])
        program.clock.advance(by: .milliseconds(300))
        #expect(
            journal.values == ["stop second", "stop first", "stopped first", "release first on BL"])
        #expect(reports.values == [StopReport(overdue: ["Second of program 'program'"])])
    }

    @Test func theEndOfAScopeHasADeadlineForAll() throws {
        let program = Program()
        let journal = program.journal
        let limits = LifeCycleLimits(stop: .seconds(1), end: .milliseconds(1_200))
        let scope = try program.compose(limits: limits) { plan in
            plan.bind(First.self, when: .start) { Part("first", journal, stopping: .seconds(9)) }
            plan.bind(Second.self, when: .start, First.here) { _ in
                Part("second", journal, stopping: .seconds(9))
            }
        }
        _ = program.start(scope)
        let reports = program.stop(scope)
        program.clock.advance(by: .milliseconds(1_199))
        #expect(reports.values == [])
        program.clock.advance(by: .milliseconds(1))
        #expect(
            reports.values == [
                StopReport(
                    overdue: ["Second of program 'program'", "First of program 'program'"])
            ])
    }

    /// The deadlines that the program shortens after a signal.
    @Test func aStopUnderWayGetsSoonerDeadlines() throws {
        let program = Program()
        let journal = program.journal
        let limits = LifeCycleLimits(stop: .seconds(60), end: .seconds(60))
        let scope = try program.compose(limits: limits) { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(Second.self, when: .start, First.here) { _ in
                Part("second", journal, stopping: .seconds(50))
            }
        }
        _ = program.start(scope)
        let reports = program.stop(scope)
        program.clock.advance(by: .seconds(10))
        scope.requestStop(within: LifeCycleLimits())
        program.clock.advance(by: .milliseconds(499))
        #expect(reports.values == [])
        program.clock.advance(by: .milliseconds(1))
        #expect(reports.values == [StopReport(overdue: ["Second of program 'program'"])])
        #expect(journal.values.contains("stopped first"))
    }

    @Test func soonerDeadlinesHoldForTheScopesInside() throws {
        let program = Program()
        let journal = program.journal
        let limits = LifeCycleLimits(stop: .seconds(60), end: .seconds(60))
        let scope = try program.compose(limits: limits) { plan in
            plan.bind(AccountPart.self, when: .start) {
                Part("account", journal, stopping: .seconds(50))
            }
        }
        _ = program.start(scope)
        let account = scope.open(.account, named: "ada")
        _ = program.start(account)
        let reports = Recorder<StopReport>()
        scope.requestStop(within: LifeCycleLimits(stop: .milliseconds(100)))
        scope.requestStop { reports.add($0) }
        program.clock.advance(by: .milliseconds(100))
        #expect(reports.values == [StopReport(overdue: ["AccountPart of account 'ada'"])])
    }

    @Test func aStopBeforeTheStartIsRemembered() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
        }
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
        #expect(program.start(scope).values == ["stopped: program 'program'"])
        #expect(journal.values == [])
    }

    @Test func aStopDuringTheStartEndsBoth() throws {
        let program = Program()
        let journal = program.journal
        let stopped = Recorder<StopReport>()
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start, ScopeNeed()) { scope in
                scope.requestStop { stopped.add($0) }
                return Part("first", journal)
            }
            plan.bind(Second.self, when: .start, First.here) { _ in Part("second", journal) }
        }
        #expect(program.start(scope).values == ["stopped: program 'program'"])
        #expect(stopped.values == [StopReport(overdue: [])])
        #expect(
            journal.values == ["make first", "stop first", "stopped first", "release first on BL"])
    }

    @Test func cancellingTheStartStopsWhatHadStarted() async throws {
        let journal = Recorder<String>()
        try await withScheduler { business in
            let start = Guarded<Task<Void, any Error>?>(nil)
            let scope = try Assembly([
                ClosureModule { plan in
                    plan.bind(First.self, when: .start) {
                        start.withLock { $0 }?.cancel()
                        return Part("first", journal)
                    }
                    plan.bind(Second.self, when: .start, First.here) { _ in
                        Part("second", journal)
                    }
                }
            ]).compose(on: [.business: business])
            let gate = Gate(closing: business)
            start.withLock { $0 = Task { try await scope.start() } }
            gate.open()
            await #expect(throws: CancellationError.self) {
                try await start.withLock { $0 }?.value
            }
            #expect(
                journal.values == [
                    "make first", "stop first", "stopped first", "release first on BL",
                ])
        }
    }

    @Test func nothingIsMadeOnceTheStopHasBegun() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self) { Part("first", journal) }
        }
        let handle = scope.handle(First.self)
        _ = program.stop(scope)
        let outcomes = Recorder<String>()
        handle.schedule({ _ in }, outcome: { outcomes.add("\($0?.code.name ?? "made")") })
        program.clock.runUntilIdle()
        #expect(outcomes.values == ["serviceGone"])
        #expect(journal.values == [])
    }

    @Test func aScopeWhoseSchedulersHaveEndedStops() async throws {
        let journal = Recorder<String>()
        let business = WorkScheduler(name: "BL")
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(First.self, when: .start) { Part("first", journal) }
            }
        ]).compose(on: [.business: business])
        try await scope.start()
        business.shutDown()
        _ = await business.finished()
        #expect(await scope.stop() == StopReport(overdue: []))
        #expect(journal.values.suffix(2) == ["stopped first", "release first on BL"])
    }

    @Test func accountsStartAndStopAtTheSameTimeOnRealSchedulers() async throws {
        let live = Counter()
        let (business, ui) = (WorkScheduler(name: "BL"), WorkScheduler(name: "UI"))
        let scope = try Assembly([
            ClosureModule { plan in
                plan.bind(Store.self) { Plain() }
                plan.bind(Screen.self, Store.handle) { _ in Part("screen", Recorder()) }
                plan.bind(AccountStore.self, when: .start, Store.here, Screen.handle) { _, _ in
                    live.increase()
                    return Plain { live.increase(by: -1) }
                }
                plan.bind(AccountPart.self, when: .start, AccountStore.here) { _ in
                    Part("account", Recorder())
                }
            }
        ]).compose(on: [.main: ui, .business: business])
        try await scope.start()
        await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    let account = scope.open(.account, named: "\(number)")
                    if number.isMultiple(of: 3) {
                        account.requestStop(within: LifeCycleLimits())
                    }
                    try? await account.start()
                    await account.stop()
                }
            }
        }
        #expect(await scope.stop() == StopReport(overdue: []))
        #expect(live.count == 0)
        business.shutDown()
        ui.shutDown()
    }

    @Test func aScopeRunsItsBodyBetweenStartAndStop() async throws {
        let journal = Recorder<String>()
        try await withScheduler { business in
            let scope = try Assembly([
                ClosureModule { plan in
                    plan.bind(First.self, when: .start) { Part("first", journal) }
                }
            ]).compose(on: [.business: business])
            let result = try await scope.run { scope in
                journal.add("run")
                return scope.name
            }
            #expect(result == "program")
        }
        #expect(
            journal.values == [
                "make first", "run", "stop first", "stopped first", "release first on BL",
            ])
    }
}
