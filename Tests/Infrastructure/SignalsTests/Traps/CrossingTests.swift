import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Synchronization
import Testing

/// A service, as the partition has them.
private protocol Counting {
    func count(to limit: Int) -> Signal<Int, ServiceError>
    func fail() -> Signal<Int, any Error>
    func numbers() -> Signal<Int, Never>
}

private enum ServiceError: UnavailabilityConvertible, Equatable {
    case broken
    case unavailable(BoundError)

    init(unavailable error: BoundError) { self = .unavailable(error) }
}

private final class Counter: Counting {
    private let scheduler: any Scheduler
    init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

    func count(to limit: Int) -> Signal<Int, ServiceError> {
        Signal.sequence(1...limit).on(value: { [scheduler] _ in #expect(scheduler.isCurrent) })
    }

    func fail() -> Signal<Int, any Error> { .fail(ServiceError.broken) }

    func numbers() -> Signal<Int, Never> { .sequence(1...3) }
}

@Suite("Crossing")
struct CrossingTests {
    private let home = VirtualScheduler(name: "home")
    private let here = VirtualScheduler(name: "here")

    /// Runs both schedulers until neither has due work.
    private func runUntilIdle() {
        for _ in 0..<8 {
            home.runUntilIdle()
            here.runUntilIdle()
        }
    }

    @Test("events start on the home scheduler and arrive in order on the subscriber's scheduler")
    func eventsArriveWhereTheyAreAskedFor() {
        let bound = BoundSignal<Int, Never>(on: home) { [home] in
            Signal.sequence(1...5).on(value: { _ in #expect(home.isCurrent) })
        }
        let probe = here.enter {
            Probe(bound.deliver(in: .here).on(value: { [here] _ in #expect(here.isCurrent) }))
        }
        #expect(probe.values == [])
        runUntilIdle()
        #expect(probe.values == [1, 2, 3, 4, 5])
        #expect(probe.completions == [.completed])
    }

    @Test("many values need one wake-up")
    func manyValuesCostOneWakeUp() {
        let bound = BoundSignal<Int, Never>(on: home) { Signal.sequence(0..<1000) }
        let probe = here.enter { Probe(bound.deliver(in: .here)) }
        home.runUntilIdle()
        #expect(here.waitingCount == 1)
        here.runUntilIdle()
        #expect(probe.values.count == 1000)
    }

    @Test("X1: after disposal on the delivery scheduler no queued value arrives")
    func disposalBeatsWhatIsQueued() {
        let bound = BoundSignal<Int, Never>(on: home) { Signal.sequence(0..<10) }
        let probe = here.enter { Probe(bound.deliver(in: .here)) }
        home.runUntilIdle()
        here.enter { probe.dispose() }
        runUntilIdle()
        #expect(probe.records.isEmpty)
        let midway = here.enter {
            Probe(bound.deliver(in: .here)) { probe, event in
                if event == .value(3) { probe.dispose() }
            }
        }
        runUntilIdle()
        #expect(midway.values == [0, 1, 2, 3])
        #expect(midway.completion == nil)
    }

    @Test("C1: disposal reaches a signal that is busy on its home scheduler")
    func disposalReachesHome() {
        let isOver = Guarded(false)
        let bound = BoundSignal<Int, Never>(on: home) {
            Signal.interval(.seconds(1), in: .here).on(disposed: { isOver.withLock { $0 = true } })
        }
        let probe = here.enter { Probe(bound.deliver(in: .here)) }
        home.advance(by: .seconds(2))
        runUntilIdle()
        #expect(probe.values == [0, 1])
        here.enter { probe.dispose() }
        runUntilIdle()
        #expect(isOver.withLock { $0 })
        #expect(home.waitingCount == 0)
    }

    @Test("L2: a source that disappears ends and releases the subscription of the receiver")
    func vanishingCrosses() {
        let kept = SchedulerBound(on: home) { Cellar() }
        home.runUntilIdle()
        let probe = here.enter {
            Probe(kept.signal { $0.subject?.signal ?? .empty }.deliver(in: .here))
        }
        runUntilIdle()
        kept.schedule { $0.subject = nil }
        runUntilIdle()
        #expect(probe.subscription.isDisposed)
        #expect(probe.completion == nil)
    }

    @Test("C5: a failure on the home scheduler arrives once on the delivery scheduler")
    func failureCrossesOnce() {
        let service = SchedulerBound<any Counting>(on: home) { [home] in Counter(home) }
        let probe = here.enter { Probe(service.signal { $0.fail() }.deliver(in: .here)) }
        runUntilIdle()
        #expect(probe.completions.count == 1)
        guard case .failed(let error) = probe.completion else {
            Issue.record("it did not fail")
            return
        }
        #expect(error as? ServiceError == .broken)
    }

    @Test("the signals of a released service fail")
    func unavailableServiceFails() {
        let service = SchedulerBound<any Counting>(on: home) { throw Oops() }
        let (typed, plain) = here.enter {
            (
                Probe(service.signal { $0.count(to: 3) }.deliver(in: .here)),
                Probe(service.signal { $0.numbers() }.deliver(in: .here))
            )
        }
        runUntilIdle()
        guard case .failed(.unavailable(let error)) = typed.completion else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.code == .constructionFailed)
        #expect(plain.completion == .failed(error))
    }

    @Test("values go to a weakly held receiver, and stop when it is released")
    func deliverToAReceiver() {
        final class Presenter {
            var shown: [Int] = []
            var isDone = false
        }
        let service = SchedulerBound<any Counting>(on: home) { [home] in Counter(home) }
        var presenter: Presenter? = Presenter()
        weak let seen = presenter
        here.enter {
            if let presenter {
                service.signal { $0.count(to: 3) }.deliver(to: presenter, in: .here) {
                    presenter, value in
                    presenter.shown.append(value)
                } ended: { presenter, completion in
                    presenter.isDone = completion.isSuccess
                }
            }
        }
        runUntilIdle()
        #expect(presenter?.shown == [1, 2, 3])
        #expect(presenter?.isDone == true)
        let token = here.enter {
            presenter.map { presenter in
                BoundSignal<Int, Never>(on: home) { .interval(.seconds(1), in: .here) }
                    .deliver(to: presenter, in: .here) { $0.shown.append($1) }
            }
        }
        runUntilIdle()
        presenter = nil
        #expect(seen == nil)
        home.advance(by: .seconds(1))
        runUntilIdle()
        #expect(token?.isDisposed == true)
        #expect(home.waitingCount == 0)
    }

    @Test("a signal that is delivered on its home scheduler uses no queue")
    func deliveryAtHomeIsDirect() {
        let subject = home.enter { Subject<Int, Never>() }
        home.enter {
            let probe = Probe(subject.signal.bound(in: .here).deliver(in: .here))
            subject.send(1)
            #expect(probe.values == [1])
        }
    }

    @Test("a full hop drops the oldest")
    func dropOldest() { #expect(overflowing(.dropOldest) == [7, 8, 9]) }

    @Test("a full hop drops the newest")
    func dropNewest() { #expect(overflowing(.dropNewest) == [0, 1, 2]) }

    @Test("a full hop fails")
    func failWhenFull() { #expect(overflowing(.fail(Oops())) == [0, 1, 2, -1]) }

    @Test("a hop keeps the latest of each key")
    func latestByKey() {
        #expect(overflowing(.latest { $0 % 2 }) == [8, 9])
        #expect(overflowing(.latest { $0 % 5 }) == [7, 8, 9])
    }

    @Test("a full hop blocks the producer until the observer disposes of the subscription")
    func waitWhenFull() async {
        let producer = WorkScheduler(name: "producer")
        let consumer = WorkScheduler(name: "consumer")
        let lead = Lead()
        let bound = BoundSignal<Int, Never>(on: producer) {
            Signal.sequence(0...).on(value: { _ in
                lead.grow()
            })
        }
        let sum = await withCheckedContinuation { continuation in
            consumer.schedule {
                var sum = 0
                bound.deliver(in: .here, capacity: 10).take(10_000).observe(
                    {
                        lead.shrink()
                        sum += $0
                    }, completed: { continuation.resume(returning: sum) })
            }
        }
        #expect(sum == 10_000 * 9_999 / 2)
        // The values that wait, the batch that is being delivered, and the one that is held up.
        #expect(lead.most <= 21)
        producer.shutDown()
        consumer.shutDown()
    }

    @Test("a signal is an async sequence, with a first and a last value")
    func asyncSequence() async throws {
        let work = WorkScheduler(name: "work")
        let bound = BoundSignal<Int, Oops>(on: work) { .sequence(1...3) }
        var values: [Int] = []
        for try await value in bound.values { values.append(value) }
        #expect(values == [1, 2, 3])
        #expect(try await bound.first() == 1)
        #expect(try await bound.last() == 3)
        #expect(try await BoundSignal<Int, Oops>(on: work) { .empty }.first() == nil)
        await #expect(throws: Oops.self) {
            try await BoundSignal<Int, Oops>(on: work) { .fail(Oops()) }.wait()
        }
        work.shutDown()
    }

    @Test("a service's signal with an inferred failure type can fail with a BoundError only")
    func openFailureTypeIsNever() {
        let service = SchedulerBound(on: home) { 1 }
        let numbers: BoundSignal<Int, BoundError> = service.signal { _ in Signal.sequence(1...3) }
        let probe = here.enter { Probe(numbers.deliver(in: .here)) }
        runUntilIdle()
        #expect(probe.values == [1, 2, 3])
        let inferred = service.signal { _ in .sequence([1, 2, 3]) }
        #expect(type(of: inferred) == BoundSignal<Int, BoundError>.self)
    }

    @Test("an async sequence is a signal: values, end and error arrive on the scheduler")
    func asyncSequenceAsSignal() async throws {
        let work = WorkScheduler(name: "work")
        let (numbers, writer) = AsyncStream.makeStream(of: Int.self)
        let bound = BoundSignal<Int, Never>(on: work) {
            Signal.values(of: numbers, in: .here).on(value: { _ in #expect(work.isCurrent) })
        }
        for number in 1...3 { writer.yield(number) }
        writer.finish()
        #expect(await bound.last() == 3)
        let (failing, failure) = AsyncThrowingStream.makeStream(of: Int.self)
        failure.finish(throwing: Oops())
        await #expect(throws: Oops.self) {
            try await BoundSignal<Int, any Error>(on: work) {
                Signal.values(of: failing, in: .here)
            }.wait()
        }
        work.shutDown()
    }

    @Test("disposal, and the end of the scheduler, cancel the task that reads a sequence")
    func readingASequenceEnds() async {
        for isShutDown in [true, false] {
            let work = WorkScheduler(name: "work")
            let (numbers, writer) = AsyncStream.makeStream(of: Int.self)
            await withCheckedContinuation { isCancelled in
                writer.onTermination = { _ in isCancelled.resume() }
                work.schedule {
                    let token = Signal.values(of: numbers, in: .here).observe { _ in }
                    // Behind the first step of the task.
                    work.schedule { if isShutDown { work.shutDown() } else { token.dispose() } }
                }
            }
            work.shutDown()
        }
    }

    @Test("leaving the loop disposes of the subscription on the home scheduler")
    func leavingTheLoopDisposes() async {
        let work = WorkScheduler(name: "work")
        await withCheckedContinuation { isOver in
            Task {
                let endless = BoundSignal<Int, Never>(on: work) {
                    Signal.interval(.milliseconds(1), in: .here).on(disposed: { isOver.resume() })
                }
                for await value in endless.values where value == 2 { break }
            }
        }
        work.shutDown()
    }

    @Test("an async function is a signal, and disposal cancels it")
    func asyncFunctionAsSignal() async throws {
        let work = WorkScheduler(name: "work")
        let bound = BoundSignal<Int, any Error>(on: work) {
            Signal<Int, any Error>.task(in: .here) {
                #expect(work.isCurrent)
                return 7
            }.on(value: { _ in #expect(work.isCurrent) })
        }
        #expect(try await bound.first() == 7)
        await withCheckedContinuation { wasCancelled in
            work.schedule {
                let token = Signal<Int, any Error>.task(in: .here) {
                    await withTaskCancellationHandler {
                        for await _ in AsyncStream<Int>(unfolding: { nil }) {}
                        return 1
                    } onCancel: {
                        wasCancelled.resume()
                    }
                }.observe({ _ in }) { _ in }
                token.dispose()
            }
        }
        work.shutDown()
    }

    @Test("the captures of a subscription are released on their own schedulers")
    func releaseOnTheRightScheduler() async {
        final class Resident: Sendable {
            let scheduler: WorkScheduler
            let isReleased: DispatchSemaphore
            init(_ scheduler: WorkScheduler, _ isReleased: DispatchSemaphore) {
                self.scheduler = scheduler
                self.isReleased = isReleased
            }
            deinit {
                #expect(scheduler.isCurrent)
                isReleased.signal()
            }
        }
        let schedulers = [WorkScheduler(name: "a"), WorkScheduler(name: "b")]
        let isReleased = DispatchSemaphore(value: 0)
        for _ in 0..<100 {
            let bound = BoundSignal<Int, Never>(on: schedulers[0]) {
                let resident = Resident(schedulers[0], isReleased)
                return Signal.sequence(0..<3).map { [resident] in
                    _ = resident
                    return $0
                }
            }
            schedulers[1].schedule {
                let resident = Resident(schedulers[1], isReleased)
                bound.deliver(in: .here).observe { [resident] _ in _ = resident }
            }
        }
        let areReleased = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let waits = (0..<200).map { _ in isReleased.wait(timeout: .now() + 20) }
                continuation.resume(returning: waits.allSatisfy { $0 == .success })
            }
        }
        #expect(areReleased)
        for scheduler in schedulers { scheduler.shutDown() }
    }

    /// The values that arrive, of ten through a hop with a capacity of three; -1 is a failure.
    private func overflowing(_ overflow: Overflow<Int, Oops>) -> [Int] {
        let bound = BoundSignal<Int, Oops>(on: home) { .sequence(0..<10) }
        let probe = here.enter {
            Probe(bound.deliver(in: .here, capacity: 3, overflow: overflow))
        }
        runUntilIdle()
        return probe.values + (probe.completion == .failed(Oops()) ? [-1] : [])
    }
}

private final class Cellar {
    var subject: Subject<Int, Never>? = Subject()
}

/// How far a producer is ahead of its consumer.
private final class Lead: Sendable {
    private let now = Atomic(0)
    private let highest = Atomic(0)

    var most: Int { highest.load(ordering: .relaxed) }

    func grow() {
        // One thread increases it, so no other thread writes the highest value.
        let grown = now.add(1, ordering: .relaxed).newValue
        if grown > most { highest.store(grown, ordering: .relaxed) }
    }

    func shrink() {
        now.subtract(1, ordering: .relaxed)
    }
}
