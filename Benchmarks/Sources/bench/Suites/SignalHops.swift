import Dispatch
import Foundation
import OpenCombine
import OpenCombineDispatch
import Scheduling
import Signals
import Synchronization

/// Measures the cost of a value from one thread to another.
enum SignalHops {
    private static let values = 500_000

    static func run(_ harness: inout Harness) async throws {
        // The priority is not below that of the peers' threads; on a busy machine, it would
        // dominate.
        let producer = WorkScheduler(name: "producer", priority: .default)
        let consumer = WorkScheduler(name: "consumer", priority: .default)
        let queue = DispatchQueue(label: "consumer")
        let buffer = DoubleBuffer()
        try await harness.compare(
            "deliver-between-schedulers", .nanoseconds(per: "value"), operations: values,
            ours: Contender("Signals") { deliver($0, from: producer, to: consumer) },
            peers: Contender("OpenCombine receive(on:) a queue") { receive($0, on: queue) },
            Contender("bare double buffer") { buffer.carry($0) },
            Contender("AsyncStream", asynchronous: stream))
        try await harness.compare(
            "deliver-bounded-to-1024", .nanoseconds(per: "value"), operations: values,
            ours: Contender("Signals") {
                deliver($0, from: producer, to: consumer, capacity: 1024)
            },
            peers: Contender("OpenCombine receive(on:) a queue, unbounded") {
                receive($0, on: queue)
            })
        buffer.stop()
        producer.shutDown()
        consumer.shutDown()
    }

    private static func deliver(
        _ count: Int, from producer: WorkScheduler, to consumer: WorkScheduler,
        capacity: Int = .max
    ) {
        let isDone = DispatchSemaphore(value: 0)
        let numbers = BoundSignal<Int, Never>(on: producer) { .sequence(0..<count) }
        consumer.schedule { home in
            let drain = Drain()
            numbers.deliver(in: home, capacity: capacity)
                .observe({ drain.take($0) }, completed: { isDone.signal() })
        }
        isDone.wait()
    }

    private static func receive(_ count: Int, on queue: DispatchQueue) {
        let isDone = DispatchSemaphore(value: 0)
        let drain = Drain()
        let subject = PassthroughSubject<Int, Never>()
        let subscription = subject.receive(on: queue.ocombine)
            .sink(receiveCompletion: { _ in isDone.signal() }, receiveValue: { drain.take($0) })
        for value in 0..<count { subject.send(value) }
        subject.send(completion: .finished)
        isDone.wait()
        subscription.cancel()
    }

    private static func stream(_ count: Int) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let thread = Thread {
            for value in 0..<count { continuation.yield(value) }
            continuation.finish()
        }
        thread.start()
        let drain = Drain()
        for await value in stream { drain.take(value) }
    }
}

/// A minimal queue of values to another thread: two arrays under a lock, and a semaphore.
private final class DoubleBuffer: Sendable {
    private struct State {
        var values: [Int] = []
        var isConsumerIdle = false
    }

    private static let stop = -1
    private static let end = -2

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let isDone = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in consume() }
        thread.start()
    }

    func carry(_ count: Int) {
        for value in 0..<count { send(value) }
        send(Self.end)
        isDone.wait()
    }

    func stop() { send(Self.stop) }

    private func send(_ value: Int) {
        let mustWake = state.withLock { state in
            state.values.append(value)
            defer { state.isConsumerIdle = false }
            return state.isConsumerIdle
        }
        if mustWake { wakeUp.signal() }
    }

    private func consume() {
        let drain = Drain()
        var batch: [Int] = []
        while true {
            batch.removeAll(keepingCapacity: true)
            state.withLock { state in
                swap(&batch, &state.values)
                state.isConsumerIdle = batch.isEmpty
            }
            if batch.isEmpty { wakeUp.wait() }
            for value in batch {
                switch value {
                case Self.stop: return
                case Self.end: isDone.signal()
                default: drain.take(value)
                }
            }
        }
    }
}
