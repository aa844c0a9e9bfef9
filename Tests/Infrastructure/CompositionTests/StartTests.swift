import Scheduling
import SchedulingTestKit
import Testing

@testable import Composition

/// The start of scopes, in virtual time.
struct StartTests {
    @Test func aServiceIsMadeAfterItsNeeds() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start, Second.handle) { _ in Part("first", journal) }
            plan.bind(Second.self, when: .start, Third.here) { _ in Part("second", journal) }
            plan.bind(Third.self) { Part("third", journal) }
        }
        #expect(program.start(scope).values == ["started"])
        #expect(journal.values == ["make third", "make second", "make first"])
        #expect(program.start(scope).values == ["started"], "nothing is made twice")
        #expect(journal.values.count == 3)
        #expect(program.stop(scope).values == [StopReport(overdue: [])])
    }

    @Test func aFailedStartStopsWhatHadStartedAndNamesTheFirstError() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self, when: .start) { Part("first", journal) }
            plan.bind(Second.self, when: .start, First.handle) { _ in throw StartFailure() }
            plan.bind(Third.self, when: .start, Second.handle) { _ in Part("third", journal) }
        }
        let outcomes = program.start(scope)
        #expect(
            outcomes.values == ["constructionFailed: Second of program 'program': no network"])
        #expect(
            journal.values == [
                "make first", "stop first", "stopped first", "release first on BL",
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

    @Test func aServiceOfTheFirstUseIsNotMadeAtTheStart() throws {
        let program = Program()
        let journal = program.journal
        let scope = try program.compose { plan in
            plan.bind(First.self) { Part("first", journal) }
        }
        _ = program.start(scope)
        #expect(journal.values == [])
        scope.handle(First.self).schedule { _ in journal.add("used") }
        program.clock.runUntilIdle()
        #expect(journal.values == ["make first", "used"])
        _ = program.stop(scope)
        #expect(journal.values.last == "release first on BL")
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

    @Test func migrationsRunAfterTheLoadOfAllModulesAndBeforeTheServices() throws {
        let program = Program()
        let journal = program.journal
        let scope = try Assembly([
            MigratingModule(journal: journal), SecondModule(journal: journal),
        ])
        .compose(on: program.schedulers)
        #expect(journal.values == ["load Migrating", "load Second"])
        _ = program.start(scope)
        #expect(journal.values.dropFirst(2) == ["migrate program", "make first"])
        let account = scope.open(.account, named: "ada")
        _ = program.start(account)
        #expect(journal.values.last == "migrate account")
        _ = program.stop(scope)
    }

    @Test func aFailedMigrationEndsTheStartBeforeAnyService() throws {
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
}

private struct SecondModule: Module {
    let journal: Recorder<String>

    func load(_ plan: ServicePlan) { journal.add("load Second") }
}
