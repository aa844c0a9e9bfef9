import Dispatch
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

extension CrossingTests {
    @Test("the handle of a signal can be passed to the scheduler that delivers it")
    func boundSignalIsHandedOver() async {
        let producer = WorkScheduler(name: "producer")
        let consumer = WorkScheduler(name: "consumer")
        let sum = await withCheckedContinuation { continuation in
            producer.schedule {
                let numbers = Signal<Int, Never>.sequence(1...4).bound(in: .here)
                consumer.schedule { home in
                    numbers.deliver(in: home).reduce(0, +).observe {
                        continuation.resume(returning: $0)
                    }
                }
            }
        }
        #expect(sum == 10)
        producer.shutDown()
        consumer.shutDown()
    }

    @Test("L6: simultaneous first subscribers on many schedulers share one connection")
    func firstSubscribersConnectOnce() async throws {
        final class Feed {
            let subject = Subject<Int, Never>()
            var connections = 0
            lazy var shared = subject.signal
                .on(subscribed: { [unowned self] in connections += 1 }).share()
        }
        let home = WorkScheduler(name: "home")
        let feed = SchedulerBound(on: home) { Feed() }
        let schedulers = (0..<16).map { WorkScheduler(name: "subscriber-\($0)") }
        try await withThrowingTaskGroup { group in
            let (subscribed, isSubscribed) = AsyncStream.makeStream(of: Void.self)
            for scheduler in schedulers {
                group.addTask {
                    await withCheckedContinuation { isDone in
                        scheduler.schedule {
                            let arrived = Arrivals(1) { isDone.resume() }
                            feed.signal { $0.shared }.deliver(in: .here)
                                .observe({ arrived.add($0) }) { _ in }
                            isSubscribed.yield()
                        }
                    }
                }
            }
            var waiting = subscribed.makeAsyncIterator()
            for _ in schedulers { await waiting.next() }
            // Behind the requests of all of them.
            feed.schedule { $0.subject.send(1) }
            try await group.waitForAll()
        }
        #expect(try await feed.run { $0.connections } == 1)
        for scheduler in schedulers + [home] { scheduler.shutDown() }
    }

    @Test("L6: subscribers from many schedulers share one connection, and none loses a value")
    func oneConnectionForManySchedulers() async throws {
        final class Feed {
            let subject = Subject<Int, Never>()
            var connections = 0
            lazy var shared = subject.signal
                .on(subscribed: { [unowned self] in connections += 1 }).replayLast()
        }
        let home = WorkScheduler(name: "home")
        let feed = SchedulerBound(on: home) { Feed() }
        feed.schedule { feed in
            // Keeps the connection, however many subscribers come and go.
            feed.shared.observe { _ in }
            feed.subject.send(1)
        }
        let schedulers = (0..<32).map { WorkScheduler(name: "subscriber-\($0)") }
        await withTaskGroup { group in
            for scheduler in schedulers {
                group.addTask {
                    await withCheckedContinuation { isDone in
                        scheduler.schedule {
                            let arrived = Arrivals(20) { isDone.resume() }
                            for _ in 0..<20 {
                                feed.signal { $0.shared }.deliver(in: .here).take(1)
                                    .observe({ arrived.add($0) }) { _ in }
                            }
                        }
                    }
                }
            }
        }
        #expect(try await feed.run { $0.connections } == 1)
        for scheduler in schedulers + [home] { scheduler.shutDown() }
    }

    @Test(
        "a signal whose home scheduler was shut down ends, also in a loop, and is logged"
    )
    func refusedSubscriptionIsLogged() async {
        let home = WorkScheduler(name: "a home that is gone")
        home.shutDown()
        let log = LogLines.ofProcess
        let bound = BoundSignal<Int, Never>(on: home) { .just(1) }
        var values: [Int] = []
        for await value in bound.values { values.append(value) }
        #expect(log.all.count { $0.contains(home.name) } == 1)
        let here = VirtualScheduler(name: "here")
        let probe = here.enter { Probe(bound.deliver(in: .here)) }
        #expect(log.all.count { $0.contains(home.name) } == 2)
        #expect(values + probe.values == [])
        #expect(probe.subscription.isDisposed)
    }

    @Test("a subscription that ends after its home scheduler is disposed of on it")
    func disposalReachesAHomeThatIsGone() async {
        let home = WorkScheduler(name: "home")
        let here = VirtualScheduler(name: "here")
        let isSubscribed = DispatchSemaphore(value: 0)
        let place = await withCheckedContinuation { isOver in
            let bound = BoundSignal<Int, Never>(on: home) {
                defer { isSubscribed.signal() }
                return Signal.interval(.seconds(3600), in: .here)
                    .on(disposed: { isOver.resume(returning: Schedulers.current?.name) })
            }
            let subscription = here.enter { bound.deliver(in: .here).observe { _ in } }
            isSubscribed.wait()
            _ = try? home.shutDownAndWait()
            here.enter { subscription.dispose() }
        }
        #expect(place == "home")
    }

    @Test("a producer that waits for capacity continues when the delivery scheduler is shut down")
    func shutdownFreesAWaitingProducer() async {
        let producer = WorkScheduler(name: "producer")
        let consumer = WorkScheduler(name: "consumer")
        await withCheckedContinuation { isFree in
            let bound = BoundSignal<Int, Never>(on: producer) {
                Signal.sequence(0...).on(disposed: { isFree.resume() })
            }
            consumer.schedule {
                bound.deliver(in: .here, capacity: 4).observe { value in
                    if value == 100 { consumer.shutDown() }
                }
            }
        }
        producer.shutDown()
    }

    @Test("the end arrives even if the buffer has dropped values")
    func endPassesTheBuffer() async throws {
        let home = WorkScheduler(name: "home")
        let failing = BoundSignal<Int, Oops>(on: home) {
            Signal.sequence(1...3).concat(.fail(Oops()))
        }
        var oldest = failing.values(buffering: .bufferingOldest(2)).makeAsyncIterator()
        await home.drained()
        for value in 1...2 { #expect(try await oldest.next() == value) }
        await #expect(throws: Oops.self) { try await oldest.next() }
        let completing = BoundSignal<Int, Never>(on: home) { .sequence(1...3) }
        let newest = completing.values(buffering: .bufferingNewest(1))
        var iterator = newest.makeAsyncIterator()
        await home.drained()
        #expect(await iterator.next() == 3)
        #expect(await iterator.next() == nil)
        home.shutDown()
    }

    @Test("the first value ends its source immediately")
    func firstValueEndsTheSource() async {
        let home = WorkScheduler(name: "home")
        let made = Guarded(0)
        let endless = BoundSignal<Int, Never>(on: home) {
            Signal<Int, Never>.sequence(sequence(first: 1) { $0 + 1 })
                .on(value: { _ in made.withLock { $0 += 1 } })
        }
        #expect(await endless.first() == 1)
        #expect(made.withLock { $0 } == 1)
        home.shutDown()
    }

    @Test("a task that waits for the values of a source resumes when the source disappears")
    func vanishedSourceLetsTheTaskGo() async {
        let home = WorkScheduler(name: "home")
        let bound = BoundSignal<Int, Never>(on: home) { Signal { $0.send(1) } }
        #expect(await bound.last() == 1)
        home.shutDown()
    }

    @Test("a loop ends with its home scheduler", .timeLimit(.minutes(1)))
    func loopEndsWithItsHome() async {
        let home = WorkScheduler(name: "home of a loop")
        let log = LogLines.ofProcess
        let ticking = BoundSignal<Int, Never>(on: home) { .interval(.milliseconds(1), in: .here) }
        var ticks = ticking.values.makeAsyncIterator()
        _ = await ticks.next()
        home.shutDown()
        _ = await home.finished()
        while await ticks.next() != nil {}
        #expect(log.all.count { $0.contains(home.name) } == 1)
    }

    @Test("a loop whose request a shutdown skips ends", .timeLimit(.minutes(1)))
    func skippedRequestEndsTheLoop() async {
        let home = WorkScheduler(name: "home of a request")
        let mayGoOn = DispatchSemaphore(value: 0)
        home.schedule { mayGoOn.wait() }
        let one = BoundSignal<Int, Never>(on: home) { .just(1) }
        var values = one.values.makeAsyncIterator()
        home.shutDown(.finishRunning)
        mayGoOn.signal()
        #expect(await values.next() == nil)
    }

    @Test(
        "a loop over a signal that never sends ends with its subscription",
        .timeLimit(.minutes(1)))
    func loopOverNeverEnds() async {
        let home = WorkScheduler(name: "home")
        #expect(await BoundSignal<Int, Never>(on: home) { .never }.first() == nil)
        home.shutDown()
    }

    @Test("a service's signal fails when a shutdown skips its request")
    func skippedRequestFails() async {
        let home = WorkScheduler(name: "home")
        let here = VirtualScheduler(name: "here")
        let mayGoOn = DispatchSemaphore(value: 0)
        let service = SchedulerBound(on: home) { 1 }
        home.schedule { mayGoOn.wait() }
        let probe = here.enter { Probe(service.signal { Signal.just($0) }.deliver(in: .here)) }
        home.shutDown(.finishRunning)
        mayGoOn.signal()
        _ = await home.finished()
        here.runUntilIdle()
        guard case .failed(let error) = probe.completion else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.code == .schedulerShutDown)
    }

    @Test(
        "a service's signal fails when a shutdown skips its request on the service's own scheduler")
    func skippedRequestAtHomeFails() async {
        let home = WorkScheduler(name: "home")
        let service = SchedulerBound(on: home) { 1 }
        let completion = await withCheckedContinuation { isOver in
            home.schedule {
                service.signal { Signal.just($0) }.deliver(in: .here)
                    .observe({ _ in }, ended: { isOver.resume(returning: $0) })
                home.shutDown(.finishRunning)
            }
        }
        guard case .failed(let error) = completion else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.code == .schedulerShutDown)
    }

    @Test("a service's signal fails when the service's own scheduler ends during the subscription")
    func quietSubscriptionAtHomeFails() async {
        let home = WorkScheduler(name: "home")
        let service = SchedulerBound(on: home) { Subject<Int, Never>() }
        let ends = Guarded<[BoundError.Code?]>([])
        home.schedule {
            service.signal { $0.signal }.deliver(in: .here)
                .observe({ _ in }) { completion in
                    var code: BoundError.Code?
                    if case .failed(let error) = completion { code = error.code }
                    ends.withLock { $0.append(code) }
                }
        }
        await home.drained()
        #expect(ends.withLock { $0 } == [])
        home.shutDown()
        _ = await home.finished()
        #expect(ends.withLock { $0 } == [.schedulerShutDown])
    }

    @Test("the end of the delivery scheduler releases the captures of an idle subscription")
    func quietSubscriptionEndsWithItsDeliveryScheduler() async {
        final class Held: Sendable {
            let isReleased: DispatchSemaphore
            init(_ isReleased: DispatchSemaphore) { self.isReleased = isReleased }
            deinit { isReleased.signal() }
        }
        let home = WorkScheduler(name: "home")
        let here = WorkScheduler(name: "here")
        let isReleased = DispatchSemaphore(value: 0)
        let numbers = SchedulerBound(on: home) { Subject<Int, Never>() }
        here.schedule {
            let held = Held(isReleased)
            numbers.signal { $0.signal }.deliver(in: .here)
                .observe({ [held] _ in _ = held }, ended: { _ in })
        }
        await here.drained()
        await home.drained()
        here.shutDown()
        _ = await here.finished()
        await home.drained()
        #expect(isReleased.wait(timeout: .now()) == .success)
        #expect(try! await numbers.run { $0.observerCount } == 0)
        home.shutDown()
    }
}

/// Calls back when so many values have arrived.
private final class Arrivals {
    private var missing: Int
    private let onLast: () -> Void

    init(_ count: Int, _ onLast: @escaping () -> Void) {
        missing = count
        self.onLast = onLast
    }

    func add(_ value: Int) {
        missing -= 1
        if missing == 0 { onLast() }
    }
}
