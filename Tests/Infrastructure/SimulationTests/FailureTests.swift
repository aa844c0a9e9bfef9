import Dispatch
import Scheduling
import SchedulingTestKit
import Signals
import Simulation
import Testing

@Suite struct FailureTests {
    private struct Refusal: Error {}

    private final class Keeper {  // not @Schedulable: it only prevents the release
        var subjects: [Subject<Int, Never>] = []
    }

    private func kind(_ body: @escaping (World) throws -> Void) -> SimulationFailure.Kind? {
        var options = SimulationOptions()
        options.steps = 1_000
        options.duration = .seconds(10)
        return Simulation(options: options, body).run().failure?.kind
    }

    @Test func aLawThatDoesNotHoldAlwaysFails() {
        let counter = Recorder<Int>()
        let run = Simulation { world in
            for number in 1...5 { world.main.schedule { counter.add(number) } }
            world.always("less than four") { _ in counter.values.count < 4 }
        }.run()
        #expect(run.failure?.kind == .law("less than four"))
        #expect(run.failure?.step == 4)
        #expect(run.failure?.message.contains("FailureTests.swift:") == true)
    }

    @Test func aLawOfTheEndIsCheckedAtTheEnd() {
        #expect(kind { $0.atEnd("never") { _ in false } } == .law("never"))
        #expect(kind { $0.atEnd("holds") { _ in true } } == nil)
        #expect(kind { $0.atEnd("throws") { _ in throw Refusal() } } == .law("throws"))
    }

    @Test func anEventMustComeInTime() {
        func after(_ delay: Duration, _ limit: Duration) -> SimulationFailure.Kind? {
            kind { world in
                let done = Recorder<Bool>()
                world.main.schedule(after: delay) { done.add(true) }
                world.main.schedule(after: .seconds(9)) {}
                world.eventually("done", within: limit) { _ in done.values == [true] }
            }
        }
        #expect(after(.seconds(1), .seconds(2)) == nil)
        #expect(after(.seconds(3), .seconds(2)) == .law("done"))
    }

    @Test func anEventThatCannotComeAnyMoreFails() {
        #expect(
            kind { $0.eventually("never", within: .seconds(5)) { _ in false } } == .law("never"))
    }

    @Test func aLawOfAServiceBeginsWithItsConstruction() {
        let checks = Recorder<Int>()
        let run = Simulation { world in
            let service = SchedulerBound(on: world.work()) { 1 }
            world.main.schedule {}
            world.always("checked", of: service) { number in
                checks.add(number)
                return true
            }
            world.eventually("built", of: service, within: .seconds(1)) { $0 == 1 }
        }.replay("")
        #expect(run.failure == nil)
        #expect(run.stepCount > checks.values.count)
        #expect(!checks.values.isEmpty)
    }

    @Test func aServiceThatCannotBeBuiltFailsItsLaw() {
        #expect(
            kind { world in
                let service = SchedulerBound<Int>(on: world.work()) { throw Refusal() }
                world.always("never checked", of: service) { _ in false }
                world.atEnd("exists", of: service) { _ in true }
            } == .law("exists"))
    }

    @Test func tasksOfAFailedRunEnd() {
        let ended = Recorder<Bool>()
        let run = Simulation { world in
            let business = world.work()
            let service = SchedulerBound(on: business) { 1 }
            for _ in 0..<3 {
                Task {
                    let answer = try? await service.run { $0 }
                    ended.add(answer == nil)
                }
            }
            world.main.schedule { world.fail("stop") }
        }.replay("")
        #expect(run.failure?.kind == .error("stop"))
        #expect(run.stepCount == 1)
        #expect(ended.values == [true, true, true])
    }

    @Test func anErrorOfTheBodyFails() {
        #expect(kind { _ in throw Refusal() } == .error("Refusal()"))
        #expect(kind { world in world.main.schedule { world.fail("no") } } == .error("no"))
    }

    @Test func workWithoutEndFails() {
        #expect(kind { world in Self.postAgain(on: world.main) } == .endless)
    }

    private static func postAgain(on scheduler: any Scheduler) {
        scheduler.schedule { postAgain(on: scheduler) }
    }

    @Test func aTimerThatIsLeftFailsWithItsLine() {
        var options = SimulationOptions()
        options.duration = .seconds(1)
        let failure = Simulation(options: options) { world in
            world.work().schedule(every: .milliseconds(100)) {}
        }.run().failure
        #expect(failure?.kind == .leftWork)
        #expect(failure?.message.contains("'BL' from SimulationTests/FailureTests.swift") == true)
    }

    @Test func aSubscriptionThatIsLeftFails() {
        let keeper = Keeper()
        let failure = kind { _ in
            let subject = Subject<Int, Never>()
            subject.signal.observe { _ in }
            keeper.subjects.append(subject)
        }
        #if DEBUG
            #expect(failure == .leftSubscriptions)
        #else
            #expect(failure == nil)
        #endif
    }

    @Test func servicesThatOnlyALawHoldsAreReleasedBeforeTheEnd() {
        #expect(
            kind { world in
                let business = world.work()
                let service = SchedulerBound(on: business) { Subject<Int, Never>() }
                service.schedule { $0.signal.observe { _ in } }
                world.atEnd("built", of: service) { _ in true }
            } == nil)
    }

    @Test func aPostOfAnotherThreadIsReportedWithItsLine() {
        let run = Simulation { world in
            let business = world.work()
            world.main.schedule {
                let isPosted = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    business.schedule {}
                    isPosted.signal()
                }
                isPosted.wait()
            }
        }.run()
        #expect(run.failure?.kind == .foreignThread)
        #expect(run.failure?.message.contains("'BL' at SimulationTests/FailureTests") == true)
    }

    @Test func aWorldThatIsOverRefusesWork() {
        let escaped = Recorder<VirtualScheduler>()
        _ = Simulation { world in escaped.add(world.main) }.run()
        #expect(escaped.values.first?.schedule {} == .shutDown)
        #expect(escaped.values.first?.schedule(after: .seconds(1)) {}.isWaiting == false)
    }

    @Test func aProgramThatDependsOnMoreThanTheScheduleIsReported() throws {
        let runs = Guarded(0)
        let exploration = Simulation { world in
            let number = runs.withLock { runs in
                runs += 1
                return runs
            }
            if number == 3 { world.fail("only once") }
        }.explore(seeds: 0..<10)
        let finding = try #require(exploration.finding)
        #expect(!finding.isRepeatable)
        #expect("\(finding)".contains("NOT repeated"))
    }
}
