#if DEBUG  // the optimised build hides what is internal
    import Testing

    @testable import Scheduling

    @Suite struct MPSCQueueTests {
        /// A state of a queue, and the answer of each call in that state.
        private struct Row {
            let state: String
            let isIdle: Bool
            let prepare: (MPSCQueue<Int>) -> Void
            let append: MPSCQueue<Int>.Outcome
            let appendBeyondCapacity: MPSCQueue<Int>.Outcome
            let taken: [Int]
            let becomesIdle: Bool
            let wasIdle: Bool
        }

        private static func rows() -> [Row] {
            [
                Row(
                    state: "empty", isIdle: false, prepare: { _ in }, append: .queued,
                    appendBeyondCapacity: .queued, taken: [], becomesIdle: true, wasIdle: false),
                Row(
                    state: "empty with an idle consumer", isIdle: true, prepare: { _ in },
                    append: .queuedForIdleConsumer, appendBeyondCapacity: .queuedForIdleConsumer,
                    taken: [], becomesIdle: true, wasIdle: true),
                Row(
                    state: "with an element", isIdle: true, prepare: { Self.fill($0, 1) },
                    append: .queued, appendBeyondCapacity: .queued, taken: [0], becomesIdle: false,
                    wasIdle: false),
                Row(
                    state: "full", isIdle: true, prepare: { Self.fill($0, 3) }, append: .full,
                    appendBeyondCapacity: .queued, taken: [0, 1, 2], becomesIdle: false,
                    wasIdle: false),
                Row(
                    state: "beyond its capacity", isIdle: true,
                    prepare: {
                        Self.fill($0, 3)
                        var element: Int? = 3
                        _ = $0.appendBeyondCapacity(&element)
                    }, append: .full, appendBeyondCapacity: .queued, taken: [0, 1, 2, 3],
                    becomesIdle: false, wasIdle: false),
                Row(
                    state: "closed with an idle consumer", isIdle: true, prepare: { $0.close() },
                    append: .closed, appendBeyondCapacity: .closed, taken: [], becomesIdle: true,
                    wasIdle: false),
                Row(
                    state: "closed with an element", isIdle: true,
                    prepare: {
                        Self.fill($0, 1)
                        $0.close()
                    }, append: .closed, appendBeyondCapacity: .closed, taken: [0],
                    becomesIdle: false, wasIdle: false),
            ]
        }

        @Test func eachCallHasItsAnswerInEachState() {
            for row in Self.rows() {
                func inState<Answer>(_ call: (MPSCQueue<Int>) -> Answer) -> Answer {
                    let queue = MPSCQueue<Int>(capacity: 3, consumerIsIdle: row.isIdle)
                    defer { queue.free() }
                    row.prepare(queue)
                    return call(queue)
                }
                let append = inState { $0.append(9) }
                #expect(append == row.append, "\(row.state)")
                var element: Int? = 9
                let beyond = inState { $0.appendBeyondCapacity(&element) }
                #expect(beyond == row.appendBeyondCapacity, "\(row.state)")
                #expect((element == nil) == (beyond != .closed), "\(row.state)")
                let taken = inState { Self.takeAll($0) }
                #expect(taken == row.taken, "\(row.state)")
                let count = inState { $0.count }
                #expect(count == row.taken.count, "\(row.state)")
                let seemsFilled = inState { $0.seemsFilled }
                #expect(seemsFilled == !row.taken.isEmpty, "\(row.state)")
                let becomesIdle = inState { $0.markConsumerIdle() }
                #expect(becomesIdle == row.becomesIdle, "\(row.state)")
                let wasIdle = inState { $0.awakenConsumer() }
                #expect(wasIdle == row.wasIdle, "\(row.state)")
            }
        }

        /// The chunks have 32, 64, and 128 elements.
        @Test(arguments: [31, 32, 33, 95, 96, 97, 200])
        func aQueueIsFullAtItsCapacityAlsoBehindTheEndOfAChunk(capacity: Int) {
            let queue = MPSCQueue<Int>(capacity: capacity, consumerIsIdle: false)
            defer { queue.free() }
            for _ in 0..<2 {
                Self.fill(queue, capacity)
                let refused = queue.append(capacity)
                #expect(refused == .full)
                #expect(queue.count == capacity)
                #expect(Self.takeAll(queue) == Array(0..<capacity))
                #expect(queue.count == 0)
            }
        }

        @Test func aFullQueueWhoseChunkIsFullTooTakesMoreBeyondItsCapacity() {
            let queue = MPSCQueue<Int>(capacity: 32, consumerIsIdle: false)
            defer { queue.free() }
            Self.fill(queue, 32)
            for number in 32..<100 {
                var element: Int? = number
                let outcome = queue.appendBeyondCapacity(&element)
                #expect(outcome == .queued)
            }
            #expect(Self.takeAll(queue) == Array(0..<100))
        }

        @Test func anIdleConsumerKeepsNoLargeChunk() {
            let queue = MPSCQueue<Int>(consumerIsIdle: false)
            defer { queue.free() }
            Self.fill(queue, 1)
            #expect(Self.takeAll(queue, leaving: 1_024) == [0])
            #expect(queue.state.pointee.last.pointee.capacity == 1_024)
            let isIdle = queue.markConsumerIdle()
            #expect(isIdle)
            #expect(queue.state.pointee.last.pointee.capacity == Chunk<Int>.smallest)
            let outcome = queue.append(0)
            #expect(outcome == .queuedForIdleConsumer)
        }

        @Test func elementsThatAreRefusedOrLeftAreReleased() {
            final class Element {}
            weak var refused: Element?
            weak var left: Element?
            func use() {
                let queue = MPSCQueue<Element>(capacity: 1, consumerIsIdle: false)
                defer { queue.free() }
                let (first, second) = (Element(), Element())
                (left, refused) = (first, second)
                _ = queue.append(first)
                _ = queue.append(second)
            }
            use()
            #expect(refused == nil)
            #expect(left == nil)
        }

        @Test func aDirectElementIsOnlyForAConsumerThatWaits() {
            let queue = MPSCQueue<Int>(consumerIsIdle: false)
            defer { queue.free() }
            let parker = Parker()
            let forBusyConsumer = queue.appendAsNext(0, waking: parker)
            #expect(!forBusyConsumer)
            #expect(Self.takeAll(queue, waiting: true) == [])
            #expect(queue.isConsumerWaiting)
            let forWaitingConsumer = queue.appendAsNext(1, waking: parker)
            #expect(forWaitingConsumer)
            #expect(!queue.isConsumerWaiting)
            let forFilledQueue = queue.appendAsNext(2, waking: parker)
            #expect(!forFilledQueue)
            #expect(Self.takeAll(queue, waiting: true) == [1])
            #expect(!queue.isConsumerWaiting)
            #expect(Self.takeAll(queue, waiting: true) == [])
            queue.close()
            let forClosedQueue = queue.appendAsNext(3, waking: parker)
            #expect(!forClosedQueue)
        }

        @Test func aDirectElementWakesAParkedConsumer() {
            let queue = MPSCQueue<Int>(consumerIsIdle: false)
            defer { queue.free() }
            let parker = Parker()
            #expect(Self.takeAll(queue, waiting: true) == [])
            let isIdle = queue.markConsumerIdle()
            #expect(isIdle)
            let isAppended = queue.appendAsNext(1, waking: parker)
            #expect(isAppended)
            parker.park(until: .distantFuture)
            #expect(Self.takeAll(queue) == [1])
        }

        /// Whether a spin finds an element also depends on the number of other threads that spin.
        @Test func aSpinEndsWithoutAnElement() {
            let queue = MPSCQueue<Int>(consumerIsIdle: false)
            defer { queue.free() }
            var spinThenPark = SpinThenPark()
            // The spin is halved until it is omitted, and then retried.
            let isFound = (0..<100).contains { _ in spinThenPark.spins(for: queue) }
            #expect(!isFound)
        }

        private static func fill(_ queue: MPSCQueue<Int>, _ count: Int) {
            for number in 0..<count { _ = queue.append(number) }
        }

        /// Takes all elements, as the consumer does, and leaves a chunk of the given capacity.
        private static func takeAll(
            _ queue: MPSCQueue<Int>, leaving capacity: Int = Chunk<Int>.smallest,
            waiting: Bool = false
        ) -> [Int] {
            let spare = Chunk<Int>.allocate(capacity: capacity)
            guard let taken = queue.take(leaving: spare, waiting: waiting) else {
                Chunk.free(spare)
                return []
            }
            var elements: [Int] = []
            var next: UnsafeMutablePointer<Chunk<Int>>? = taken.first
            while let chunk = next {
                for index in 0..<chunk.pointee.count {
                    elements.append(chunk.pointee.base[index])
                }
                next = Chunk.free(chunk)
            }
            #expect(elements.count == taken.count)
            return elements
        }
    }
#endif
