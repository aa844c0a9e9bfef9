import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Scheduling

extension Suite {
    /// The work scheduler beside a serial Dispatch queue and an event loop of SwiftNIO.
    static let scheduling = Suite(name: "scheduling") { bench in
        let schedulers = [WorkScheduler(name: "bench-a"), WorkScheduler(name: "bench-b")]
        let queues = [DispatchQueue(label: "bench-a"), DispatchQueue(label: "bench-b")]
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let loops = [group.next(), group.next()]
        defer { schedulers.forEach { $0.shutDown() } }

        for producers in [1, 2, 4] {
            try await bench.compare(
                "post and run, \(producers) producer\(producers == 1 ? "" : "s")",
                .nanoseconds(per: "item"), operations: 200_000,
                ours: .posting("WorkScheduler", producers) { schedulers[0].schedule($0) },
                peers: .posting("DispatchQueue", producers) { queues[0].async(execute: $0) },
                .posting("NIO EventLoop", producers) { loops[0].execute($0) })
        }
        try await bench.compare(
            "round-trip between two schedulers", .nanoseconds(per: "trip"), operations: 20_000,
            ours: .roundTrip("WorkScheduler") { schedulers[$0].schedule($1) },
            peers: .roundTrip("DispatchQueue") { queues[$0].async(execute: $1) },
            .roundTrip("NIO EventLoop") { loops[$0].execute($1) })
        try await group.shutdownGracefully()
    }
}

extension Contender {
    /// Posts so many items from so many threads, and waits until all of them have run.
    fileprivate static func posting(
        _ name: String, _ producers: Int,
        _ post: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) -> Contender {
        Contender(name) { operations in
            let tally = Tally(operations)
            let share = operations / producers
            // The closure captures two values, so that it has to be allocated, as a program's has.
            @Sendable func produce(_ items: Range<Int>) {
                for item in items { post { tally.strike(item) } }
            }
            for producer in 0..<(producers - 1) {
                Thread.detachNewThread { produce(producer * share..<(producer + 1) * share) }
            }
            produce((producers - 1) * share..<operations)
            tally.done.wait()
            guard tally.sum == operations * (operations - 1) / 2 else {
                throw Failure("\(name) lost an item or ran one twice")
            }
        }
    }

    /// Goes to the other side and back so many times.
    fileprivate static func roundTrip(
        _ name: String, _ post: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    ) -> Contender {
        Contender(name) { operations in
            let tally = Tally(operations)
            @Sendable func leave() {
                post(0) { post(1) { if tally.strike(0) { leave() } } }
            }
            leave()
            tally.done.wait()
        }
    }
}

/// Counts down on the scheduler that is measured, and tells the thread that waits.
private final class Tally: @unchecked Sendable {  // reason: one scheduler strikes
    let done = DispatchSemaphore(value: 0)
    private var left: Int
    private(set) var sum = 0

    init(_ count: Int) { left = count }

    /// Whether something is left to do.
    @discardableResult
    func strike(_ item: Int) -> Bool {
        sum &+= item
        left -= 1
        if left == 0 { done.signal() }
        return left > 0
    }
}
