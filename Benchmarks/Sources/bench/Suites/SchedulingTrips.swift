import Dispatch
import NIOCore
import NIOPosix
import Scheduling

/// Measures the cost of calls to another scheduler and back.
enum SchedulingTrips {
    static func run(_ harness: inout Harness) async throws {
        let schedulers = [
            WorkScheduler(name: "bench-a", priority: .default),
            WorkScheduler(name: "bench-b", priority: .default),
        ]
        let queues = [DispatchQueue(label: "bench-a"), DispatchQueue(label: "bench-b")]
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let loops = [group.next(), group.next()]
        try await harness.compare(
            "round-trip", .nanoseconds(per: "trip"), operations: 20_000,
            ours: roundTrip("two WorkSchedulers") { schedulers[$0].schedule($1) },
            peers: roundTrip("two serial Dispatch queues") { queues[$0].async(execute: $1) },
            roundTrip("two NIO EventLoops") { loops[$0].execute($1) })
        try await group.shutdownGracefully()

        let bound = SchedulerBound(on: schedulers[0]) { Service() }
        let actor = PinnedActor(to: schedulers[0])
        let caller = Caller(on: schedulers[1])
        try await harness.compare(
            "call-with-reply", .nanoseconds(per: "call"), operations: 20_000,
            ours: Contender("SchedulerBound.run") { (count: Int) async throws in
                try await caller.call(bound, count)
            },
            peers: Contender("await on a pinned actor") { (count: Int) async throws in
                await caller.call(actor, count)
            })
        try await harness.compare(
            "call-with-reply-of-8-tasks", .nanoseconds(per: "call"), operations: 20_000,
            ours: Contender("SchedulerBound.run") { (count: Int) async throws in
                try await eight { try await $0.call(bound, count / 8) }
            },
            peers: Contender("await on a pinned actor") { (count: Int) async throws in
                try await eight { await $0.call(actor, count / 8) }
            })
        schedulers.forEach { $0.shutDown() }
    }

    /// Runs eight callers at the same time, on the threads of the concurrency runtime.
    private static func eight(
        _ call: @escaping @Sendable (Caller) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await call(Caller()) } }
            try await group.waitForAll()
        }
    }

    /// Makes the given number of round trips between two queues.
    private static func roundTrip(
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

private final class Service {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

private actor PinnedActor {
    private let scheduler: WorkScheduler
    private var count = 0

    init(to scheduler: WorkScheduler) { self.scheduler = scheduler }

    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }

    func next() -> Int {
        count += 1
        return count
    }
}

/// Calls from its own scheduler or from the runtime's pool; each call changes the thread twice.
private actor Caller {
    private actor Pooled {}

    private let home: any AnyObject & Sendable
    nonisolated let unownedExecutor: UnownedSerialExecutor
    private var sum = 0

    init(on scheduler: WorkScheduler) {
        home = scheduler
        unownedExecutor = scheduler.asUnownedSerialExecutor()
    }

    init() {
        let pooled = Pooled()
        home = pooled
        unownedExecutor = pooled.unownedExecutor
    }

    func call(_ service: SchedulerBound<Service>, _ count: Int) async throws {
        for _ in 0..<count { sum &+= try await service.run { $0.next() } }
    }

    func call(_ service: PinnedActor, _ count: Int) async {
        for _ in 0..<count { sum &+= await service.next() }
    }
}
