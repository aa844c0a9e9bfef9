import Scheduling
import SchedulingTestKit
import Testing

/// The way back of an answer, in virtual time: what had to go through another thread would not be
/// there in time.
@Suite struct ReplyTests {
    private let home = VirtualScheduler()
    private let away = VirtualScheduler()

    @Test func anAnswerIsAtItsCallersSchedulerTheMomentThatItIsGiven() {
        let counter = SchedulerBound(on: home) { Counter() }
        let asker = Asker(on: away)
        away.enter { asker.begin(counter) }
        away.runUntilIdle()
        #expect(asker.heard.isEmpty)
        home.runUntilIdle()
        #expect(asker.heard.isEmpty)
        away.runUntilIdle()
        #expect(asker.heard == ["1"])
    }

    @Test func anErrorComesBackTheSameWay() {
        let counter = SchedulerBound<Counter>(on: home) { throw Refusal() }
        #expect(answers(of: counter) == ["constructionFailed"])
    }

    @Test func aTaskThatWasCancelledBeforeItAsksMakesNoCall() async {
        let counter = SchedulerBound(on: home) { Counter() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await counter.run { $0.increment() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        home.runUntilIdle()
        #expect(answers(of: counter) == ["1"])
    }

    @Test func aCallThatDoesNotBeginBeforeItsDeadlineIsReportedOnceAndNotMade() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            let gate = Gate(closing: scheduler)
            let outcomes = Recorder<BoundError.Code?>()
            let made = Recorder<Int>()
            await withCheckedContinuation { continuation in
                counter.schedule(deadline: .milliseconds(1), { made.add($0.increment()) }) {
                    outcomes.add($0?.code)
                    continuation.resume()
                }
            }
            gate.open()
            await scheduler.drained()
            #expect(outcomes.values == [.deadlineExceeded])
            #expect(made.values.isEmpty)
        }
    }

    /// The answers to one call of `counter`, when both schedulers are idle.
    private func answers(of counter: SchedulerBound<Counter>) -> [String] {
        let asker = Asker(on: away)
        away.enter { asker.begin(counter) }
        away.runUntilIdle()
        home.runUntilIdle()
        away.runUntilIdle()
        return asker.heard
    }
}

private struct Refusal: Error {}

private final class Counter {
    private var count = 0

    func increment() -> Int {
        count += 1
        return count
    }
}

/// Asks a service, and hears the answer, on a scheduler of its own.
private actor Asker {
    private let scheduler: VirtualScheduler
    private var answers: [String] = []

    init(on scheduler: VirtualScheduler) { self.scheduler = scheduler }

    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }

    nonisolated var heard: [String] { scheduler.enter { assumeIsolated { $0.answers } } }

    nonisolated func begin(_ counter: SchedulerBound<Counter>) {
        assumeIsolated { $0.ask(counter) }
    }

    private func ask(_ counter: SchedulerBound<Counter>) {
        Task {
            do {
                answers.append("\(try await counter.run { $0.increment() })")
            } catch {
                answers.append((error as? BoundError)?.code.name ?? "\(error)")
            }
        }
    }
}
