import CMeters
import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Scheduling
import Synchronization

/// Measures the cost of moving a work item or a value from one thread to another.
enum SchedulingPosts {
    private static let batch = 64

    static func run(_ harness: inout Harness) async throws {
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let queue = DispatchQueue(label: "bench")
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        func postAndRun(_ producers: Int, _ allocator: String = "") async throws {
            try await harness.compare(
                "post-run-\(producers)-producers\(allocator)", .nanoseconds(per: "item"),
                operations: 400_000,
                ours: posting("WorkScheduler", producers) { tally, items in
                    for item in items { scheduler.schedule { tally.strike(item) } }
                },
                peers: posting("DispatchQueue.async", producers) { tally, items in
                    for item in items { queue.async { tally.strike(item) } }
                },
                posting("NIO EventLoop.execute", producers) { tally, items in
                    for item in items { loop.execute { tally.strike(item) } }
                })
        }
        for producers in [1, 2, 4] { try await postAndRun(producers) }
        Schedulers.tuneAllocator()  // for the peers, too
        for producers in [1, 2, 4] { try await postAndRun(producers, "-tuned-allocator") }
        cmeters_untune_allocator()
        let single = posting("single closures", 1) { tally, items in
            for item in items { scheduler.schedule { tally.strike(item) } }
        }
        try await harness.compare(
            "post-batches-of-\(batch)", .nanoseconds(per: "item"), operations: 400_000,
            ours: Contender("WorkScheduler") { try postBatches($0, to: scheduler) }, peers: single)
        let buffer = BareBuffer()
        try await harness.compare(
            "post-typed-values", .nanoseconds(per: "value"), operations: 1_000_000,
            ours: Contender("Mailbox") { try handOver($0, to: scheduler) },
            peers: single, Contender("bare double buffer") { try buffer.carry($0) })
        buffer.stop()
        scheduler.shutDown()
        try await group.shutdownGracefully()
    }

    /// Posts the items from `producers` threads, and waits until all of them have run.
    ///
    /// Each closure captures two values, so that it is allocated, as usual in a program. The tally
    /// is not retained: otherwise producers and consumer would mostly contend for its reference
    /// count, whichever queue is measured.
    private static func posting(
        _ name: String, _ producers: Int,
        _ post: @escaping @Sendable (_ tally: Unmanaged<Tally>, _ items: Range<Int>) -> Void
    ) -> Contender {
        Contender(name) { operations in
            let tally = Tally(operations)
            let place = Unmanaged.passUnretained(tally)
            let share = operations / producers
            for producer in 0..<(producers - 1) {
                Thread.detachNewThread { post(place, producer * share..<(producer + 1) * share) }
            }
            post(place, (producers - 1) * share..<operations)
            try tally.finish(name, operations)
        }
    }

    private static func postBatches(_ count: Int, to scheduler: WorkScheduler) throws {
        let tally = Tally(count)
        for start in stride(from: 0, to: count, by: batch) {
            let numbers = start..<min(start + batch, count)
            scheduler.schedule { for number in numbers { tally.strike(number) } }
        }
        try tally.finish("schedule of a batch", count)
    }

    private static func handOver(_ count: Int, to scheduler: WorkScheduler) throws {
        let tally = Tally(count)
        let mailbox = Mailbox<Int>(to: scheduler) { tally.strike($0) }
        for value in 0..<count { mailbox.send(value) }
        try tally.finish("Mailbox", count)
    }
}

extension Unmanaged<Tally> {
    fileprivate func strike(_ item: Int) {
        _ = _withUnsafeGuaranteedRef { $0.strike(item) }
    }
}

/// A minimal queue of values to another thread: two arrays under a lock, and a semaphore.
private final class BareBuffer: Sendable {
    private struct State {
        var values: [Int] = []
        var isConsumerIdle = false
        var tally: Tally?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { self.consume() }
    }

    func carry(_ count: Int) throws {
        let tally = Tally(count)
        state.withLock { $0.tally = tally }
        for value in 0..<count { change { $0.values.append(value) } }
        try tally.finish("the bare double buffer", count)
    }

    func stop() { change { $0.isStopped = true } }

    private func change(_ change: (inout State) -> Void) {
        let mustWake = state.withLock { state in
            change(&state)
            defer { state.isConsumerIdle = false }
            return state.isConsumerIdle
        }
        if mustWake { wakeUp.signal() }
    }

    private func consume() {
        var batch: [Int] = []
        while true {
            batch.removeAll(keepingCapacity: true)
            let (tally, isStopped) = state.withLock { state in
                swap(&batch, &state.values)
                state.isConsumerIdle = batch.isEmpty
                return (state.tally, state.isStopped)
            }
            if isStopped { return }
            if batch.isEmpty { wakeUp.wait() }
            for value in batch { tally?.strike(value) }
        }
    }
}
