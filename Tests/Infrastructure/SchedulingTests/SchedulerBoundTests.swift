import Scheduling
import SchedulingTestKit
import Testing

/// A service for the tests: confined to its scheduler, and it tells where it lives and dies.
private final class Counter {
    private(set) var count = 0
    private let probe: Probe?

    init(probe: Probe? = nil) { self.probe = probe }

    func increment() -> Int {
        count += 1
        return count
    }
}

private protocol Counting {
    func increment() -> Int
}

extension Counter: Counting {}

private struct Refusal: Error, Equatable {}

@Suite struct SchedulerBoundTests {
    @Test func theServiceIsBuiltCalledAndReleasedOnItsScheduler() async throws {
        try await withScheduler { scheduler in
            let places = Recorder<String?>()
            try await { () async throws in
                let counter = SchedulerBound(on: scheduler) {
                    places.add(Schedulers.current?.name)
                    return Counter(probe: places.probe())
                }
                _ = try await counter.run { counter in
                    places.add(Schedulers.current?.name)
                    return counter.increment()
                }
            }()
            await scheduler.drained()
            #expect(places.values == ["BL", "BL", "BL"])
        }
    }

    @Test func callsMadeDuringConstructionQueueBehindIt() async throws {
        try await withScheduler { scheduler in
            let gate = Gate(closing: scheduler)
            let counter = SchedulerBound(on: scheduler) { Counter() }
            counter.schedule { _ = $0.increment() }
            let count = Task { try await counter.run { $0.increment() } }
            gate.open()
            let answer = try await count.value
            #expect(answer == 2)
        }
    }

    @Test func callsThatCameDuringConstructionAreMadeBeforeLaterOnes() async {
        let order = await orderOfCalls { counter, value, order, isOver in
            counter.schedule { _ in
                order.add("first")
                counter.schedule { _ in
                    order.add("third")
                    isOver()
                }
                _ = try? value.wait { $0 }
            }
            counter.schedule { _ in order.add("second") }
        }
        #expect(order == ["first", "second", "third"])
    }

    @Test func aCallThatCameDuringConstructionMayWaitForOneThatComesLater() async {
        let order = await orderOfCalls { counter, value, order, isOver in
            counter.schedule { _ in
                _ = try? value.wait { _ in
                    try counter.wait(deadline: .seconds(10)) { _ in order.add("awaited") }
                }
                order.add("first")
                isOver()
            }
            counter.schedule { _ in order.add("second") }
        }
        #expect(order == ["second", "awaited", "first"])
    }

    /// The records of `calls` that are made while the construction of their service waits.
    ///
    /// It waits for `value` on another scheduler.
    private func orderOfCalls(
        _ calls: (
            _ counter: SchedulerBound<Counter>, _ value: SchedulerBound<Int>,
            _ order: Recorder<String>, _ isOver: @escaping @Sendable () -> Void
        ) -> Void
    ) async -> [String] {
        await withScheduler("home") { home in
            await withScheduler("other") { other in
                let gate = Gate(closing: other)
                let value = SchedulerBound(on: other) { 1 }
                let order = Recorder<String>()
                let counter = SchedulerBound(on: home) {
                    _ = try? value.wait { $0 }
                    return Counter()
                }
                await withCheckedContinuation { continuation in
                    calls(counter, value, order) { continuation.resume() }
                    home.schedule { gate.open() }
                }
                return order.values
            }
        }
    }

    @Test func aServiceIsThereAtOnceForItsNeighbours() throws {
        let clock = VirtualScheduler()
        let count = try clock.enter { isolation in
            clock.schedule {}
            let counter = SchedulerBound(on: clock) { Counter() }
            return try counter.get(in: isolation).increment()
        }
        #expect(count == 1)
    }

    @Test func aNeighbourWhoseConstructionFailedIsTheCause() async throws {
        try await withScheduler { scheduler in
            let counter = SchedulerBound<Counter>(on: scheduler) { throw Refusal() }
            let pair = SchedulerBound(on: scheduler) { [try counter.get(in: $0)] }
            let error = await #expect(throws: BoundError.self) { try await pair.run { $0.count } }
            #expect(error?.code == .constructionFailed)
            let cause = try #require(error?.cause as? BoundError)
            #expect(cause.code == .constructionFailed)
            #expect(cause.service == "Counter")
            #expect(cause.cause is Refusal)
        }
    }

    @Test func aNeighbourOfACallIsReachedThroughItsIsolation() async throws {
        try await withScheduler { scheduler in
            let first = SchedulerBound(on: scheduler) { Counter() }
            let second = SchedulerBound(on: scheduler) { Counter() }
            first.schedule { _, isolation in _ = try? second.get(in: isolation).increment() }
            let sum = try await first.run { first, isolation in
                try first.increment() + second.get(in: isolation).increment()
            }
            #expect(sum == 3)
        }
    }

    @Test @MainActor func aNeighbourOnTheMainActorIsReachedThroughItsIsolation() throws {
        let main = MainScheduler.shared
        let counter = SchedulerBound(on: main) { Counter() }
        #expect(try counter.get(in: .main).increment() == 1)
    }

    @Test func aServiceIsHereForItsOwnSchedulerOnly() async {
        await #expect(processExitsWith: .failure) {
            let home = VirtualScheduler(name: "home")
            let counter = SchedulerBound(on: home) { Counter() }
            home.runUntilIdle()
            let other = VirtualScheduler(name: "other")
            let wrong = SchedulerBound(on: other) { [try counter.get(in: $0)] }
            withExtendedLifetime(wrong) { other.runUntilIdle() }
        }
    }

    @Test func callsToAServiceWhoseConstructionFailedFailWithItsError() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound<Counter>(on: scheduler) { throw Refusal() }
            let error = await #expect(throws: BoundError.self) {
                try await counter.run { $0.increment() }
            }
            #expect(error?.code == .constructionFailed)
            #expect(error?.cause is Refusal)
            let outcome = await withCheckedContinuation { continuation in
                counter.schedule(
                    { _ = $0.increment() }, outcome: { continuation.resume(returning: $0) })
            }
            #expect(outcome?.code == .constructionFailed)
        }
    }

    @Test func aHandleDroppedBeforeConstructionStillServesTheCallsMadeBefore() async {
        await withScheduler { scheduler in
            let places = Recorder<String?>()
            let gate = Gate(closing: scheduler)
            func callAndDrop() {
                let counter = SchedulerBound(on: scheduler) { Counter(probe: places.probe()) }
                counter.schedule { _ in places.add("called") }
            }
            callAndDrop()
            gate.open()
            await scheduler.drained()
            #expect(places.values == ["called", "BL"])
        }
    }

    @Test func aWeakReferenceToAHandleDoesNotKeepTheService() async {
        await withScheduler { scheduler in
            func weakCall(_ counter: SchedulerBound<Counter>) -> () -> PostResult? {
                { [weak counter] in counter?.schedule { _ = $0.increment() } }
            }
            func callOfNone() -> () -> PostResult? {
                let counter = SchedulerBound(on: scheduler) { Counter() }
                return weakCall(counter)
            }
            #expect(callOfNone()() == nil)
            let counter = SchedulerBound(on: scheduler) { Counter() }
            #expect(weakCall(counter)() == .accepted)
        }
    }

    @Test func callsAfterShutdownFailAndAreCounted() async {
        let scheduler = WorkScheduler(name: "BL")
        let counter = SchedulerBound(on: scheduler) { Counter() }
        scheduler.shutDown()
        _ = await scheduler.finished()
        let before = Schedulers.undeliveredCalls
        #expect(counter.schedule { _ = $0.increment() } == .shutDown)
        #expect(Schedulers.undeliveredCalls > before)
        let error = await #expect(throws: BoundError.self) {
            try await counter.run { $0.increment() }
        }
        #expect(error?.code == .schedulerShutDown)
        let late = SchedulerBound(on: scheduler) { Counter() }
        let second = await #expect(throws: BoundError.self) {
            try await late.run { $0.increment() }
        }
        #expect(second?.code == .schedulerShutDown)
    }

    @Test func callsThatAShutdownSkipsFail() async {
        let scheduler = WorkScheduler(name: "BL")
        let counter = SchedulerBound(on: scheduler) { Counter() }
        let gate = Gate(closing: scheduler)
        let outcomes = Recorder<BoundError?>()
        counter.schedule({ _ = $0.increment() }, outcome: { outcomes.add($0) })
        scheduler.shutDown(.finishRunning)
        gate.open()
        _ = await scheduler.finished()
        #expect(outcomes.values.map { $0?.code } == [.schedulerShutDown])
    }

    @Test func aServiceIsReleasedInsideItsSchedulerAlsoAfterTheShutdown() async {
        let scheduler = WorkScheduler(name: "BL")
        let place = await withCheckedContinuation { continuation in
            Task {
                let counter = SchedulerBound(on: scheduler) {
                    Counter(probe: Probe { continuation.resume(returning: $0) })
                }
                scheduler.shutDown()
                _ = await scheduler.finished()
                withExtendedLifetime(counter) {}
            }
        }
        #expect(place == "BL")
    }

    @Test func callsThatAFullQueueRefusesFail() async {
        await withScheduler(capacity: 1) { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            await scheduler.drained()
            let gate = Gate(closing: scheduler)
            #expect(counter.schedule { _ = $0.increment() } == .accepted)
            let error = await #expect(throws: BoundError.self) {
                try await counter.run { $0.increment() }
            }
            #expect(error?.code == .queueFull)
            gate.open()
        }
    }

    @Test func aCallThatDoesNotBeginBeforeItsDeadlineFailsAlsoWhenTheSchedulerHangs() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            let gate = Gate(closing: scheduler)
            let ran = Recorder<Int>()
            let error = await #expect(throws: BoundError.self) {
                try await counter.run(deadline: .milliseconds(1)) { ran.add($0.increment()) }
            }
            #expect(error?.code == .deadlineExceeded)
            gate.open()
            await scheduler.drained()
            #expect(ran.values.isEmpty)
        }
    }

    @Test func aCallThatBeginsBeforeItsDeadlineIsNotLate() {
        let clock = VirtualScheduler()
        let counter = SchedulerBound(on: clock) { Counter() }
        let outcomes = Recorder<BoundError?>()
        counter.schedule(deadline: .seconds(1), { _ in }, outcome: { outcomes.add($0) })
        clock.run()
        #expect(outcomes.values.map { $0?.code } == [nil])
        #expect(clock.now == SchedulerInstant(nanoseconds: 0), "the deadline timer is cancelled")
    }

    @Test func cancellingATaskSkipsItsCall() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            let gate = Gate(closing: scheduler)
            let ran = Recorder<Int>()
            let task = Task {
                try await counter.run { counter in
                    ran.add(1)
                    return counter.increment()
                }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            gate.open()
            await scheduler.drained()
            #expect(ran.values.isEmpty)
        }
    }

    @Test func aCallThatWaitsForAConstructionIsSkippedWhenItsTaskIsCancelled() async {
        await withScheduler("home") { home in
            await withScheduler("other") { other in
                let gate = Gate(closing: other)
                let value = SchedulerBound(on: other) { 1 }
                let counter = SchedulerBound(on: home) {
                    _ = try? value.wait { $0 }
                    return Counter()
                }
                let ran = Recorder<Int>()
                let calls = (1...2).map { number in
                    Task(executorPreference: home) {
                        try await counter.run { _ in ran.add(number) }
                    }
                }
                for _ in 0..<2 {  // a task's beginning, and its call
                    await withCheckedContinuation { continuation in
                        home.schedule { continuation.resume() }
                    }
                }
                calls[0].cancel()
                await #expect(throws: CancellationError.self) { try await calls[0].value }
                gate.open()
                await #expect(throws: Never.self) { try await calls[1].value }
                #expect(ran.values == [2])
            }
        }
    }

    @Test func errorsOfTheServiceReachTheCaller() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            await #expect(throws: Refusal.self) { try await counter.run { _ in throw Refusal() } }
        }
    }

    @Test func aHandleUnderAnotherTypeSharesTheServiceAndItsLife() async throws {
        try await withScheduler { scheduler in
            let places = Recorder<String?>()
            func make() -> SchedulerBound<any Counting> {
                let counter = SchedulerBound(on: scheduler) { Counter(probe: places.probe()) }
                return SchedulerBound(on: scheduler) { try counter.get(in: $0) }
            }
            try await { () async throws in
                let counting = make()
                let answer = try await counting.run { $0.increment() }
                #expect(answer == 1)
                #expect(places.values.isEmpty)
            }()
            await scheduler.drained()
            await scheduler.drained()
            #expect(places.values == ["BL"])
        }
    }

    @Test func aPromiseWhoseCallerIsGoneIsHarmless() async {
        await withScheduler { scheduler in
            let counter = SchedulerBound(on: scheduler) { Counter() }
            let gate = Gate(closing: scheduler)
            let task = Task { try await counter.run { $0.increment() } }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            gate.open()
            let count = try? await counter.run { $0.count }
            #expect(count == 0)
        }
    }
}
