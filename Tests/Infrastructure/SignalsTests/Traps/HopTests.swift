#if DEBUG
    import Dispatch
    import Scheduling
    import SchedulingTestKit
    import Synchronization
    import Testing

    @testable import Signals

    @Suite("The queue and the deliveries of a hop")
    struct HopTests {
        @Test("an empty stream stays empty, however often it is read")
        func dryStreamStaysDry() {
            var flow = HopFlow()
            flow.found(1000)
            #expect(!flow.isDry)
            var turns = 0
            while !flow.isDry, turns < 1000 {
                turns += 1
                if flow.begin() { flow.found(0) }
            }
            #expect(turns < 1000)
            for _ in 0..<20 {
                if flow.begin() { flow.found(0) }
                #expect(flow.isDry)
            }
        }

        @Test("a stream flows as soon as more values than the threshold have come since it was dry")
        func streamFlowsBeyondItsThreshold() {
            var flow = HopFlow()
            flow.found(HopFlow.flow)
            #expect(flow.isDry)
            flow.found(1)
            #expect(!flow.isDry)
        }

        @Test("a value at the last check keeps a stream flowing, and one that comes later does not")
        func valueAtTheLastCheck() {
            var flow = HopFlow()
            flow.found(HopFlow.flow + 1)
            for _ in 1..<HopFlow.maximumChecks { flow.found(0) }
            flow.found(1)
            #expect(!flow.isDry)
            for _ in 0..<HopFlow.maximumChecks { flow.found(0) }
            flow.found(1)
            #expect(flow.isDry)
        }

        @Test("a full ring returns the displaced values, and starts again with each batch")
        func displacedValuesAreHandedOut() {
            var queue = HopQueue<Int, Never>(capacity: 3, overflow: .dropOldest)
            grow(&queue)
            var displaced: [Int] = []
            for value in 0..<8 {
                var gone: Int?
                _ = queue.append(value, displacing: &gone)
                displaced += gone.map { [$0] } ?? []
            }
            #expect(displaced == [0, 1, 2, 3, 4])
            var batch: [Int] = []
            let first = queue.take(into: &batch).first
            #expect(Array(batch[first...] + batch[..<first]) == [5, 6, 7])
            var gone: Int?
            #expect(queue.append(9, displacing: &gone) == .grow)
            grow(&queue)
            _ = queue.append(9, displacing: &gone)
            #expect(gone == nil && queue.take(into: &batch).first == 0)
        }

        @Test("a slot that was taken or displaced is not replaced")
        func placesDoNotOutliveTheirValues() {
            var queue = HopQueue<Int, Never>(capacity: 2, overflow: .latest { $0 })
            grow(&queue)
            var gone: Int?
            let first = queue.append(1, replacing: nil, displacing: &gone).position
            let again = queue.append(2, replacing: first, displacing: &gone)
            #expect(again.position == first && gone == 1)
            var batch: [Int] = []
            _ = queue.take(into: &batch)
            #expect(batch == [2])
            grow(&queue)
            let next = queue.append(3, replacing: first, displacing: &gone)
            #expect(next.position != first && queue.values == [3])
            for value in 4...5 { _ = queue.append(value, replacing: nil, displacing: &gone) }
            _ = queue.append(6, replacing: next.position, displacing: &gone)
            #expect(queue.values == [5, 6])
        }

        @Test("a delayed delivery scheduler gets no further items when the stream is empty")
        func heldUpConsumerComesToRest() {
            let here = VirtualScheduler(name: "here")
            let watched = Watched(here)
            let received = Guarded<[Int]>([])
            let hop = makeHop(on: watched, capacity: 4, overflow: .wait) { value in
                received.withLock { $0.append(value) }
            }
            let isDone = DispatchSemaphore(value: 0)
            let producer = WorkScheduler(name: "producer")
            producer.schedule {
                for value in 0..<600 { #expect(hop.send(value)) }
                isDone.signal()
            }
            watched.posts.wait()
            while isDone.wait(timeout: .now()) == .timedOut, watched.count < Watched.most {
                here.runUntilIdle()
            }
            here.runUntilIdle()
            #expect(watched.count < Watched.most)
            #expect(here.waitingCount == 0)
            #expect(received.withLock { $0 } == Array(0..<600))
            producer.shutDown()
        }

        @Test("displaced values, keys and their closures may send into the hop")
        func nobodysCodeRunsUnderTheLock() {
            let here = VirtualScheduler(name: "here")
            let received = Guarded<[Int]>([])
            let hops = Guarded<[HopBuffer<Chatty, Never>]>([])
            let send: @Sendable (Int) -> Void = { value in
                _ = hops.withLock { $0 }.last?.send(Chatty(value))
            }
            for overflow in [
                Overflow<Chatty, Never>.dropOldest,
                .latest {
                    if $0.value == 3 { send(10) }
                    return ChattyKey(key: $0.value % 2, send: send)
                },
            ] {
                let hop = makeHop(on: here, capacity: 2, overflow: overflow) { value in
                    received.withLock { $0.append(value.value) }
                }
                hops.withLock { $0.append(hop) }
                for value in 0..<6 { _ = hop.send(Chatty(value, send)) }
                here.runUntilIdle()
                #expect(received.withLock { $0.count } > 0)
                received.withLock { $0 = [] }
                here.enter { hop.close() }
            }
            hops.withLock { $0 = [] }
        }

        @Test(
            "the disappearance of a source follows its values, also in a full queue")
        func vanishedSourceIsBehindItsValues() {
            let here = VirtualScheduler(name: "here")
            let received = Guarded<[Int]>([])
            let lifetime = here.enter { Disposable() }
            let hop = makeHop(on: here, capacity: 8, overflow: .dropNewest, within: lifetime) {
                (value: Int) in received.withLock { $0.append(value) }
            }
            for value in 1...3 { _ = hop.send(value) }
            hop.end(.vanished)
            #expect(!hop.send(4))
            #expect(!lifetime.isDisposed)
            here.runUntilIdle()
            #expect(received.withLock { $0 } == [1, 2, 3])
            #expect(lifetime.isDisposed)
        }

        @Test("if two schedulers wait for each other's capacity, one of them continues")
        func fullHopsOfACycleGoOn() async {
            let front = WorkScheduler(name: "full front")
            let back = WorkScheduler(name: "full back")
            let received = Guarded<[Int]>([])
            let count = await withCheckedContinuation { isOver in
                let echoes = makeHop(on: front, capacity: 4, overflow: .wait) { (value: Int) in
                    let all = received.withLock { received in
                        received.append(value)
                        return received.count
                    }
                    if all == 500 { isOver.resume(returning: all) }
                }
                let values = makeHop(on: back, capacity: 4, overflow: .wait) { (value: Int) in
                    _ = echoes.send(value)
                }
                front.schedule { for value in 0..<500 { _ = values.send(value) } }
            }
            #expect(count == 500)
            #expect(received.withLock { $0 } == Array(0..<500))
            front.shutDown()
            back.shutDown()
        }

        @Test("a slow stream needs one work item per value, however many values it had")
        func slowStreamCostsNoTurns() {
            let here = VirtualScheduler(name: "here")
            let watched = Watched(here)
            let hop = makeHop(on: watched, capacity: .max, overflow: .wait) { (_: Int) in }
            for value in 0..<300 { _ = hop.send(value) }
            here.runUntilIdle()
            let before = watched.count
            for value in 0..<10 {
                _ = hop.send(value)
                here.runUntilIdle()
            }
            #expect(watched.count - before == 10)
            here.enter { hop.close() }
        }

        @Test("a slow stream costs further checks only after as many values as a flowing one has")
        func slowStreamCostsFewChecks() {
            let here = VirtualScheduler(name: "here")
            let watched = Watched(here)
            let hop = makeHop(on: watched, capacity: .max, overflow: .wait) { (_: Int) in }
            for value in 0..<600 {
                _ = hop.send(value)
                here.runUntilIdle()
            }
            let checks = HopFlow.maximumChecks * (HopFlow.maximumSkippedTurns + 1)
            #expect(checks == 72)
            #expect(watched.count == 600 + 600 / (HopFlow.flow + 1) * checks)
            here.enter { hop.close() }
        }

        @Test("a producer that waits for capacity on its delivery thread continues")
        func waitOnTheDeliverysThreadEnds() {
            let here = VirtualScheduler(name: "here")
            let received = Guarded<[Int]>([])
            let hop = makeHop(on: here, capacity: 2, overflow: .wait) { (value: Int) in
                received.withLock { $0.append(value) }
            }
            here.enter { hop.endWithScheduler() }
            for value in 0..<100 { #expect(hop.send(value)) }
            here.runUntilIdle()
            #expect(received.withLock { $0 } == Array(0..<100))
            here.enter { hop.close() }
        }

        @Test("a producer that releases its target after the end posts no work")
        func senderOfAnEndedHopIsQuiet() {
            let here = VirtualScheduler(name: "here")
            let home = Watched(VirtualScheduler(name: "home"))
            let hop = makeHop(on: here, capacity: .max, overflow: .wait) { (_: Int) in }
            func end() {
                let sender = HopSender(hop, HomeEnd(of: home, failure: nil))
                sender.target.end(.event(.completed))
            }
            end()
            #expect(home.count == 0)
            here.enter { hop.close() }
        }

        @Test("a hop uses the array of a usual batch again, and releases that of a burst")
        func arraysAreKeptUnlessTheyAreLarge() {
            let here = VirtualScheduler(name: "here")
            let hop = makeHop(on: here, capacity: .max, overflow: .wait) { (_: Int) in }
            for value in 0..<10 { _ = hop.send(value) }
            here.runUntilIdle()
            #expect(hop.spare.capacity >= 10)
            for value in 0..<20_000 { _ = hop.send(value) }
            here.runUntilIdle()
            for capacity in [hop.spare.capacity, hop.queue.values.capacity] {
                #expect(capacity * MemoryLayout<Int>.stride <= HopBuffer<Int, Never>.keptBytes)
            }
            here.enter { hop.close() }
        }

        @Test("a queue that has ended or was closed takes no further value, though it has storage")
        func overQueueTakesNothing() {
            var gone: Int?
            var ended = HopQueue<Int, Never>(capacity: 3, overflow: .wait)
            grow(&ended)
            _ = ended.end(.vanished)
            #expect(ended.append(1, displacing: &gone) == .stop)
            var closed = HopQueue<Int, Never>(capacity: 3, overflow: .wait)
            grow(&closed)
            _ = closed.close()
            #expect(closed.append(1, displacing: &gone) == .stop)
        }

        @Test("a queue without a capacity that becomes very long is logged, once")
        func longQueueIsLogged() {
            let here = VirtualScheduler(name: "a slow consumer")
            let hop = makeHop(on: here, capacity: .max, overflow: .wait) { (_: UInt8) in }
            let log = LogLines.ofProcess
            for _ in 0..<1 << 19 { _ = hop.send(0) }
            #expect(log.all.count { $0.contains(here.name) } == 0)
            for _ in 0..<3 << 19 { _ = hop.send(0) }
            #expect(log.all.count { $0.contains(here.name) } == 1)
            here.enter { hop.close() }
        }

        @Test("a queue accepts no values while its storage is moved, and loses none")
        func lentValuesStay() {
            var queue = HopQueue<Int, Never>(capacity: .max, overflow: .wait)
            var gone: Int?
            grow(&queue)
            while queue.append(1, displacing: &gone) != .grow {}
            let count = queue.values.count
            var (lent, batch) = (queue.lend(), [Int]())
            _ = queue.take(into: &batch)
            if case .sleep = queue.endTurn(isDry: true) {} else { Issue.record("it is awake") }
            #expect(batch.isEmpty)
            lent.reserveCapacity(2 * count)
            queue.restore(&lent)
            #expect(queue.append(2, displacing: &gone) == .wakeUp)
            _ = queue.take(into: &batch)
            #expect(batch == Array(repeating: 1, count: count) + [2])
            lent = queue.lend()
            _ = queue.close()
            lent.append(3)
            queue.restore(&lent)
            #expect(lent == [3] && queue.append(4, displacing: &gone) == .stop)
        }

        /// Gives a queue space for some values, as a hop does outside of its lock.
        private func grow(_ queue: inout HopQueue<Int, Never>) {
            var values = queue.lend()
            values.reserveCapacity(4)
            queue.restore(&values)
        }

        private func makeHop<Value: Sendable>(
            on scheduler: any Scheduler, capacity: Int, overflow: Overflow<Value, Never>,
            within lifetime: Disposable = Disposable(), _ receive: @escaping (Value) -> Void
        ) -> HopBuffer<Value, Never> {
            let sink = Sink<Value, Never>(
                lifetime: lifetime, onValue: receive, onEnd: { _ in })
            return HopBuffer(
                to: sink, on: scheduler, capacity: capacity, overflow: overflow,
                ownThreadTimeout: .milliseconds(1), file: #fileID, line: #line)
        }
    }

    /// A value whose death sends another one.
    private final class Chatty: Sendable {
        let value: Int
        let send: (@Sendable (Int) -> Void)?

        init(_ value: Int, _ send: (@Sendable (Int) -> Void)? = nil) {
            self.value = value
            self.send = send
        }

        deinit { send?(value + 100) }
    }

    /// A key whose hash sends a value, once in a while.
    private struct ChattyKey: Hashable {
        let key: Int
        let send: @Sendable (Int) -> Void

        static func == (left: ChattyKey, right: ChattyKey) -> Bool { left.key == right.key }

        func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            if key == 1 { depth.withLock { $0 += 1 } }
            if key == 1, depth.withLock({ $0 }) % 4 == 1 { send(20) }
        }
    }

    private let depth = Guarded(0)

    /// A scheduler that tells of each item that is posted, and refuses what no test needs.
    private final class Watched: Scheduler {
        static let most = 20_000
        let posts = DispatchSemaphore(value: 0)
        private let scheduler: VirtualScheduler
        private let posted = Atomic(0)

        init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

        var count: Int { posted.load(ordering: .relaxed) }
        var name: String { scheduler.name }
        var now: SchedulerInstant { scheduler.now }
        var isCurrent: Bool { scheduler.isCurrent }
        var isRunByCaller: Bool { scheduler.isRunByCaller }
        var backlog: Backlog { scheduler.backlog }

        func post(_ item: consuming WorkItem) -> PostResult {
            guard posted.add(1, ordering: .relaxed).newValue < Self.most else { return .shutDown }
            defer { posts.signal() }
            return scheduler.post(item)
        }

        func post(
            _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
        ) -> ScheduledWork {
            scheduler.post(item, at: moment, tolerance: tolerance)
        }
    }
#endif
