import Dispatch
import Scheduling
import Synchronization

/// Measures how a pool of services uses two processors.
enum CompositionServicePool {
    static func run(_ harness: inout Harness) async throws {
        let jobs = 200
        let (one, two) = (pool(of: 1), pool(of: 2))
        try await harness.compare(
            "service-pool-of-2-with-jobs-of-100us", .rate(of: "job"), operations: jobs,
            ours: Contender("ServicePool of two services") { operations in
                try await spin(operations, on: two) { _ in .microseconds(100) }
            },
            peers: Contender("ServicePool of one service") { operations in
                try await spin(operations, on: one) { _ in .microseconds(100) }
            })

        let workers = (0..<2).map { number in
            SchedulerBound(
                on: WorkScheduler(name: "bench-\(number)", priority: .default)
            ) { Spinner() }
        }
        try await harness.compare(
            "service-pool-of-2-with-mixed-jobs", .rate(of: "job"), operations: jobs,
            ours: Contender("ServicePool") { operations in
                try await spin(operations, on: two, mixed)
            },
            peers: Contender("two schedulers in turn") { operations in
                try await finish(operations) { number, done in
                    let duration = mixed(number)
                    workers[number % 2].schedule {
                        $0.spin(for: duration)
                        done()
                    }
                }
            })
        for worker in workers { (worker.scheduler as? WorkScheduler)?.shutDown() }
        one.shutDown()
        two.shutDown()
    }

    /// Every sixteenth job takes 2 ms, the others 50 µs; taken in turn, all slow ones meet.
    @Sendable private static func mixed(_ number: Int) -> Duration {
        number % 16 == 0 ? .milliseconds(2) : .microseconds(50)
    }

    private static func pool(of count: Int) -> ServicePool<Spinner> {
        ServicePool(count: count, name: "bench-pool", priority: .default, capacity: 10_000) {
            Spinner()
        }
    }

    private static func spin(
        _ operations: Int, on pool: ServicePool<Spinner>,
        _ duration: @escaping @Sendable (Int) -> Duration
    ) async throws {
        try await finish(operations) { number, done in
            let duration = duration(number)
            pool.schedule {
                $0.spin(for: duration)
                done()
            }
        }
    }

    /// Submits the jobs, and waits until all of them are done.
    private static func finish(
        _ operations: Int, _ submit: (Int, @escaping @Sendable () -> Void) -> Void
    ) async throws {
        let remaining = Mutex(operations)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let done: @Sendable () -> Void = {
            let isLast = remaining.withLock { remaining in
                remaining -= 1
                return remaining == 0
            }
            if isLast { continuation.finish() }
        }
        for number in 0..<operations { submit(number, done) }
        for await _ in stream {}
        guard remaining.withLock({ $0 }) == 0 else { throw Failure("a job was lost") }
    }
}

/// A service that uses a processor for a given time.
private final class Spinner {
    func spin(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }
}
