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
}

extension SchedulerRole {
    fileprivate static let files = SchedulerRole("files")
}

private enum OnFiles: ServiceKey {
    typealias Service = Part
    static let role = SchedulerRole.files
}
