#if DEBUG
    import Scheduling
    import SchedulingTestKit
    import Testing

    @testable import Signals

    @Suite("Interleavings of the two sides of a hop and of a subscription")
    struct InterleavingTests {
        @Test("a hop delivers each value once, in order and before its end, none after a disposal")
        func hop() {
            #expect(Interleaving<HopOrders<Int>>.violation() == nil)
            #expect(Interleaving<HopOrders<Large>>.violation(orders: 500) == nil)
        }

        @Test("two threads that share a queue lose no value, whichever of them comes first")
        func queue() { #expect(Interleaving<QueueOrders>.violation(length: 60) == nil) }

        @Test(
            "an observer gets what is sent while it is subscribed, and nothing after its disposal")
        func subscription() { #expect(Interleaving<SubjectOrders>.violation() == nil) }
    }

    /// So much that a hop does not keep the array of a burst.
    private struct Large: Sendable {
        let content: (SIMD64<Int>, SIMD64<Int>, SIMD64<Int>, SIMD64<Int>) =
            (.zero, .zero, .zero, .zero)
    }

    private struct Full: Error {}

    private final class HopOrders<Padding: Sendable>: InterleavedMachine {
        enum Input { case send, sendMany, run, complete, vanish, disposeHere, disposeElsewhere }
        static var inputs: [Input] {
            [.send, .send, .send, .sendMany, .run, .run, .run]
                + [.complete, .vanish, .disposeHere, .disposeElsewhere]
        }

        private struct Value: Sendable {
            let number: Int
            var padding: Padding?
        }

        private(set) var violation: String?
        private let here = VirtualScheduler(name: "here")
        private let lifetime: Disposable
        private let capacity: Int
        private let policy: Int
        private let interrupt: () -> Void
        private lazy var hop = makeHop()
        /// The values that wait, and the rest of the batch that is being delivered.
        private var waiting: [Int] = []
        private var batch: [Int] = []
        private var sent = 0
        private var isOpen = true
        private var isDisposing = false
        private var isVanishing = false
        /// Whether the end was delivered, or the lifetime disposed of.
        private var isOver = false
        private var depth = 0

        init(variant: Int, interrupt: @escaping () -> Void) {
            lifetime = here.enter { Disposable() }
            capacity = variant % 4 == 0 ? .max : variant % 4
            policy = variant / 4 % 5
            self.interrupt = interrupt
            _ = hop
        }

        private func makeHop() -> HopBuffer<Value, Full> {
            let policies: [Overflow<Value, Full>] =
                [.wait, .dropNewest, .dropOldest, .latest { $0.number % 3 }, .fail(Full())]
            let sink = Sink<Value, Full>(
                lifetime: lifetime, onValue: { [weak self] in self?.receive($0.number) },
                onEnd: { [weak self] _ in self?.ended() })
            let hop = HopBuffer(
                to: sink, on: here, capacity: capacity, overflow: policies[policy],
                file: #fileID, line: #line)
            here.enter {
                lifetime.add { [weak self, weak hop] in
                    hop?.close()
                    self?.disposed()
                }
            }
            return hop
        }

        func apply(_ input: Input, _ choice: Int) {
            switch input {
            case .send: send()
            case .sendMany: for _ in 0..<choice { send() }
            case .run: run()
            case .complete: if choice % 4 == 0 { end(.event(.completed)) }
            case .vanish: if choice % 4 == 0 { end(.vanished) }
            case .disposeHere where choice % 4 == 0:
                isDisposing = true
                here.enter { lifetime.dispose() }
                if !isOver { violation = violation ?? "the lifetime is not over" }
            case .disposeElsewhere where choice % 4 == 0:
                isDisposing = true
                lifetime.dispose()
            case .disposeHere, .disposeElsewhere: break
            }
        }

        func finish() {
            run()
            send()
            run()
            if here.waitingCount != 0 { violation = violation ?? "an idle hop is awake" }
            if !isOpen, !isOver { violation = violation ?? "the end does not arrive" }
            isDisposing = true
            here.enter { lifetime.dispose() }
            here.runUntilIdle()
        }

        private func send() {
            // The producer would wait.
            if policy == 0, isOpen, waiting.count >= capacity { return }
            sent += 1
            var isAccepted = isOpen
            if !isOpen {
            } else if policy == 3, let index = waiting.firstIndex(where: { $0 % 3 == sent % 3 }) {
                waiting[index] = sent
            } else if waiting.count < capacity {
                waiting.append(sent)
            } else if policy == 2 || policy == 3 {
                waiting.removeFirst()
                waiting.append(sent)
            } else if policy == 4 {
                (isOpen, isAccepted) = (false, false)
            }
            let result = hop.send(Value(number: sent))
            if result != isAccepted { violation = violation ?? "send returns \(result)" }
        }

        private func end(_ end: HopEnd<Full>) {
            if case .vanished = end, isOpen { isVanishing = true }
            if hop.end(end) != isOpen { violation = violation ?? "the first end is not the first" }
            isOpen = false
        }

        private func run() {
            here.runUntilIdle()
            guard depth == 0, !isOver, let left = (batch + waiting).first else { return }
            violation = violation ?? "\(left) is not delivered by a hop that sleeps"
        }

        private func receive(_ number: Int) {
            if isOver { violation = violation ?? "\(number) arrives after the end" }
            if batch.isEmpty { swap(&batch, &waiting) }
            if batch.first != number {
                violation = violation ?? "\(number) arrives instead of \(batch.prefix(1))"
            }
            batch = Array(batch.dropFirst())
            depth += 1
            interrupt()
            depth -= 1
        }

        private func ended() {
            if isOver { violation = violation ?? "it ends twice" }
            if isOpen { violation = violation ?? "it ends by itself" }
            isOver = true
            expectNothingIsLeft()
        }

        private func disposed() {
            if !isDisposing, !isOver {
                if !isVanishing { violation = violation ?? "it vanishes by itself" }
                expectNothingIsLeft()
            }
            (isOpen, isOver, batch, waiting) = (false, true, [], [])
        }

        private func expectNothingIsLeft() {
            guard let left = (batch + waiting).first, !isDisposing else { return }
            violation = violation ?? "the end passes \(left)"
        }
    }

    /// The two sides of a queue, each of which takes one lock at a time.
    private final class QueueOrders: InterleavedMachine {
        enum Input { case home, delivery, end, close }
        static let inputs: [Input] =
            Array(repeating: .home, count: 8) + Array(repeating: .delivery, count: 8)
            + [.end, .close]

        private(set) var violation: String?
        private var queue: HopQueue<Int, Never>
        /// The values that the home side is moving.
        private var lent: [Int]?
        /// Whether the home side appends again, after it has moved the values.
        private var isRetrying = false
        private var accepted = 0
        private var hasEnded = false
        private var isAwake = false
        private var batch: ArraySlice<Int>?
        private var delivered = 0
        private var isOver = false

        init(variant: Int, interrupt: @escaping () -> Void) {
            queue = HopQueue(capacity: 1 + variant % 6, overflow: .wait)
        }

        func apply(_ input: Input, _ choice: Int) {
            switch input {
            case .home: produce()
            case .delivery: if isAwake { deliver(isDry: choice % 2 == 0) }
            case .end:
                guard choice % 4 == 0, !isRetrying else { return }
                hasEnded = true
                if queue.end(.vanished).isWakeUpNeeded { wakeUp() }
            case .close:
                guard choice % 8 == 0, batch?.isEmpty != false else { return }
                _ = queue.close()
                (hasEnded, isOver, isAwake) = (true, true, false)
            }
        }

        func finish() {
            while isRetrying { produce() }
            for _ in 0..<100 where isAwake { deliver(isDry: true) }
            if isAwake { violation = violation ?? "it does not sleep" }
            if !isOver, delivered != accepted { violation = violation ?? "\(delivered) is lost" }
            if hasEnded, !isOver { violation = violation ?? "it does not end" }
        }

        private func wakeUp() {
            if isAwake { violation = violation ?? "two deliveries are posted" }
            isAwake = true
        }

        private func produce() {
            if var values = lent {
                values.reserveCapacity(2 * values.count + 1)
                queue.restore(&values)
                lent = nil
                return
            }
            var displaced: Int?
            isRetrying = false
            switch queue.append(accepted, displacing: &displaced) {
            case .done: accepted += 1
            case .wakeUp:
                accepted += 1
                wakeUp()
            case .grow: (lent, isRetrying) = (queue.lend(), true)
            case .waitForSpace: if !isAwake { violation = violation ?? "it waits without end" }
            case .stop: if !hasEnded { violation = violation ?? "it stops by itself" }
            }
        }

        private func deliver(isDry: Bool) {
            guard var rest = batch else {
                var values: [Int] = []
                let first = queue.take(into: &values).first
                batch = (values[first...] + values[..<first])[...]
                return
            }
            if let value = rest.popFirst() {
                if value != delivered { violation = violation ?? "\(value) is not \(delivered)" }
                delivered += 1
                batch = rest
                return
            }
            batch = nil
            switch queue.endTurn(isDry: isDry) {
            case .proceed: break
            case .sleep: isAwake = false
            case .end:
                (isOver, isAwake) = (true, false)
                if delivered != accepted { violation = violation ?? "the end passes \(delivered)" }
            }
        }
    }

    private final class SubjectOrders: InterleavedMachine {
        enum Input { case subscribe, dispose, send, complete }
        static let inputs: [Input] =
            [.subscribe, .subscribe, .dispose, .send, .send, .send, .complete]

        private final class Listener {
            var expected: [Int] = []
            var token: Disposable?
            var isDisposed = false
            var hasEnded = false
        }

        private(set) var violation: String?
        private let subject = Subject<Int, Never>()
        private let interrupt: () -> Void
        private var listeners: [Listener] = []
        private var sent = 0
        private var isComplete = false
        private var depth = 0

        init(variant: Int, interrupt: @escaping () -> Void) { self.interrupt = interrupt }

        func apply(_ input: Input, _ choice: Int) {
            switch input {
            case .subscribe: subscribe()
            case .dispose:
                guard !listeners.isEmpty else { return }
                let listener = listeners[choice % listeners.count]
                listener.token?.dispose()
                if listener.token != nil { listener.isDisposed = true }
            case .send:
                sent += 1
                if !isComplete {
                    for listener in listeners { listener.expected.append(sent) }
                }
                subject.send(sent)
            case .complete:
                guard choice % 4 == 0 else { return }
                isComplete = true
                subject.complete()
            }
            guard depth == 0 else { return }
            for listener in listeners where !listener.isDisposed {
                if !listener.expected.isEmpty { violation = violation ?? "a value is lost" }
                if listener.hasEnded != isComplete { violation = violation ?? "an end is lost" }
            }
        }

        func finish() {
            for index in listeners.indices { apply(.dispose, index) }
            apply(.send, 0)
        }

        private func subscribe() {
            let listener = Listener()
            listeners.append(listener)
            listener.token = subject.signal.observe(
                { [weak self] value in
                    self?.check(listener)
                    guard listener.expected.first == value else {
                        self?.violation = "\(value) arrives instead of \(listener.expected)"
                        return
                    }
                    listener.expected.removeFirst()
                    self?.interruptDelivery()
                },
                ended: { [weak self] _ in
                    self?.check(listener)
                    listener.hasEnded = true
                    if !listener.expected.isEmpty { self?.violation = "the end passes a value" }
                    self?.interruptDelivery()
                })
        }

        private func check(_ listener: Listener) {
            if listener.isDisposed { violation = violation ?? "an event follows the disposal" }
            if listener.hasEnded { violation = violation ?? "an event follows the end" }
        }

        private func interruptDelivery() {
            depth += 1
            interrupt()
            depth -= 1
        }
    }
#endif
