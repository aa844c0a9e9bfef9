import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The start of scopes, in virtual time.
struct StartTests {
    @Test func aDependantStartsAfterItsNeedsAreReady() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start, Second.handle) { _ in Part("first", journal) }
            plan.bind(Second.self, Third.here) { _ in
                Part("second", journal, starting: .seconds(1))
            }
            plan.bind(Third.self) { Part("third", journal, starting: .seconds(2)) }
        }
        let outcomes = program.start(scope)
        #expect(journal.values == ["make third", "start third"])
        program.clock.advance(by: .seconds(2))
        #expect(journal.values.suffix(3) == ["started third", "make second", "start second"])
        #expect(outcomes.values == [])
        program.clock.advance(by: .seconds(1))
        #expect(
            journal.values.suffix(4) == [
                "started second", "make first", "start first", "started first",
            ])
        #expect(outcomes.values == ["started"])
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
    }

    @Test func independentServicesStartAtTheSameTime() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal, starting: .seconds(1)) }
            plan.bind(Screen.self, when: .start) { Part("screen", journal, starting: .seconds(1)) }
        }
        let outcomes = program.start(scope)
        program.clock.advance(by: .seconds(1))
        #expect(outcomes.values == ["started"])
        _ = program.stop(scope)
    }

    @Test func aFailedStartStopsWhatHadStartedAndNamesTheFirstError() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(Second.self, when: .start, First.handle) { _ in
                Part("second", journal, failure: StartFailure())
            }
            plan.bind(Third.self, when: .start, Second.handle) { _ in Part("third", journal) }
        }
        let outcomes = program.start(scope)
        #expect(outcomes.values == ["startFailed: Second of program 'program': no network"])
        #expect(
            journal.values == [
                "make first", "start first", "started first", "make second", "start second",
                "release second on BL", "stop first", "stopped first", "release first on BL",
            ])
    }

    @Test func aFactoryThatFailsEndsTheStart() throws {
        let program = Program()
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { throw StartFailure() }
        }
        #expect(
            program.start(scope).values == [
                "constructionFailed: First of program 'program': no network"
            ])
    }

    @Test func aStartThatExceedsItsDeadlineFailsAndIsStoppedWhenItEnds() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose(limits: LifeCycleLimits(start: .seconds(5))) { plan in
            plan.bind(First.self, when: .start) { Part("first", journal, starting: .seconds(8)) }
        }
        let outcomes = program.start(scope)
        program.clock.advance(by: .seconds(4))
        #expect(outcomes.values == [])
        program.clock.advance(by: .seconds(1))
        #expect(
            outcomes.values == [
                "deadlineExceeded: the start of First of program 'program'"
            ])
        program.clock.advance(by: .seconds(3))
        #expect(
            journal.values == [
                "make first", "start first", "started first", "stop first", "stopped first",
                "release first on BL",
            ])
    }

    @Test func aServiceOfTheFirstUseStartsAfterItsNeeds() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, Second.here) { _ in Part("first", journal) }
            plan.bind(Second.self) { Part("second", journal, starting: .seconds(1)) }
        }
        _ = program.start(scope)
        #expect(journal.values == [])
        scope.handle(First.self).schedule { _ in journal.add("used") }
        program.clock.runUntilIdle()
        #expect(journal.values == ["make second", "make first", "used", "start second"])
        let outcomes = Recorder<String>()
        scope.require(First.self) { outcomes.add(Program.text($0)) }
        program.clock.advance(by: .seconds(1))
        #expect(journal.values.suffix(3) == ["started second", "start first", "started first"])
        #expect(outcomes.values == ["started"])
        _ = program.stop(scope)
    }

    @Test func aStartOnASchedulerThatHasEndedFails() async throws {
        let (business, files) = (WorkScheduler(name: "BL"), WorkScheduler(name: "files"))
        files.shutDown()
        _ = await files.finished()
        let scope = try Assembly([
            ClosureModule { [journal = Recorder<String>()] plan in
                plan.bind(OnFiles.self, when: .start) { Part("files", journal) }
            }
        ]).compose(on: [.business: business, .files: files])
        let error = await #expect(throws: CompositionError.self) { try await scope.start() }
        #expect(
            "\(error, default: "")"
                == "constructionFailed: OnFiles of program 'program': schedulerShutDown: Part on "
                + "scheduler 'files'")
        business.shutDown()
    }

    @Test func aStartThatAShutdownSkipsFails() async throws {
        let business = WorkScheduler(name: "BL")
        let program = try Assembly([
            ClosureModule { plan in plan.bind(AccountMeter.self, when: .start) { Counter() } }
        ]).compose(on: [.business: business])
        let account = program.open(.account, named: "ada")
        let (outcomes, sink) = AsyncStream<String>.makeStream()
        let gate = Gate(closing: business)
        account.start { sink.yield(Program.text($0)) }
        business.shutDown(.finishRunning)
        gate.open()
        #expect(
            await outcomes.first { _ in true }
                == "constructionFailed: AccountMeter of account 'ada': stopped: scheduler 'BL'")
    }

    @Test func migrationsRunBetweenTheLoadAndTheSetUpOfAllModules() throws {
        let program = Program()
        let journal = program.journal
        let scope = try Assembly([
            MigratingModule(journal: journal), SecondModule(journal: journal),
        ])
        .compose(on: program.schedulers)
        #expect(journal.values == ["load Migrating", "load Second"])
        _ = program.start(scope)
        #expect(
            journal.values.dropFirst(2) == [
                "migrate program", "set up Migrating", "set up Second", "make first",
                "start first", "started first",
            ])
        let account = scope.open(.account, named: "ada")
        _ = program.start(account)
        #expect(journal.values.last == "migrate account")
        _ = program.stop(scope)
    }

    @Test func aFailedMigrationEndsTheStartBeforeAnySetUp() throws {
        let program = Program()
        let journal = program.journal
        let module = MigratingModule(journal: journal, failure: StartFailure())
        let scope = try Assembly([module]).compose(on: program.schedulers)
        #expect(
            program.start(scope).values == ["migrationFailed: module Migrating: no network"])
        #expect(journal.values == ["load Migrating", "migrate program"])
    }
}

extension SchedulerRole {
    fileprivate static let files = SchedulerRole("files")
}

private enum OnFiles: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.files
}

private enum AccountMeter: SharedServiceKey {
    typealias Service = Counter
    static let scope = ScopeLevel.account
}

private struct MigratingModule: Migrating {
    let journal: Recorder<String>
    var failure: StartFailure?

    func load(_ plan: ServicePlan) {
        journal.add("load Migrating")
        let journal = journal
        plan.bind(First.self, when: .start) { Part("first", journal) }
    }

    func migrate(_ scope: Scope) async throws {
        journal.add("migrate \(scope.level)")
        if let failure { throw failure }
    }

    func setUp(_ scope: Scope) async throws { journal.add("set up Migrating") }
}

private struct SecondModule: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) { journal.add("load Second") }
    func setUp(_ scope: Scope) async throws { journal.add("set up Second") }
}
