/// Several equal services, each on a scheduler of its own, which share the jobs.
///
/// It is for work that uses several processors, or that blocks, such as hashing files or reading a
/// database:
///
/// ```swift
/// let hashers = ServicePool(count: 3, name: "hash") { BlockHasher() }
/// let digest = try await hashers.run { try $0.digest(of: file) }
/// hashers.schedule(for: file.album) { $0.index(file) }    // in order for each album
/// ```
///
/// A job is a closure that receives one of the services, on the scheduler of that service. A job
/// waits in the pool until a service is free. So a slow job delays none of the others, unless they
/// have the same key. Free services are used in turn. If other work waits on their schedulers, the
/// service whose scheduler has the least work is used first.
///
/// Jobs with equal keys run one after another, in the order of their submission, each on any of the
/// services. A pool has a capacity: a job that would wait beyond it is refused.
///
/// The services live until the pool has ended. A pool ends when it is shut down, or when the last
/// reference to it is released and its jobs have run. A service whose construction failed, or
/// whose scheduler was shut down, gets no more jobs. Jobs fail only when no service is left.
///
/// A job costs a short lock when it is submitted, one when it ends, and one post. A job that its
/// service begins directly after another one needs no wake-up.
public final class ServicePool<Service>: Sendable {
    private let core: ServicePoolCore<Service>

    /// Creates `count` services, each on a new `WorkScheduler`, which ends together with the pool.
    ///
    /// - Parameters:
    ///   - count: the number of services, at least 1.
    ///   - name: the name for logs and reports; the threads have it too, with a number.
    ///   - priority: the priority of the threads.
    ///   - capacity: the number of jobs that may wait; a job beyond that is refused.
    ///   - make: builds a service; is called once on each scheduler.
    public convenience init(
        count: Int, name: String, priority: WorkScheduler.Priority = .default,
        capacity: Int = 1_024, _ make: @escaping @Sendable () throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        precondition(count > 0, "pool '\(name)' needs at least one service")
        let schedulers = (1...count).map { number in
            WorkScheduler(name: "\(name)-\(number)", priority: priority)
        }
        self.init(
            ServicePoolCore(
                name: name, on: schedulers, owning: schedulers, capacity: capacity, make, file,
                line))
    }

    /// Creates a service on each of `schedulers`, which the end of the pool does not shut down.
    ///
    /// - Parameters:
    ///   - schedulers: the schedulers of the services, at least one.
    ///   - capacity: the number of jobs that may wait; a job beyond that is refused.
    ///   - make: builds a service; is called once on each scheduler.
    public convenience init(
        on schedulers: [any Scheduler], capacity: Int = 1_024,
        _ make: @escaping @Sendable () throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            ServicePoolCore(
                name: schedulers.map(\.name).joined(separator: ", "), on: schedulers, owning: [],
                capacity: capacity, make, file, line))
    }

    private init(_ core: ServicePoolCore<Service>) { self.core = core }

    deinit { core.close(.orderly) }

    /// The number of services.
    public var count: Int { core.schedulers.count }

    /// The number of jobs that wait for a service.
    public var waitingCount: Int { core.waitingCount }

    /// Runs `work` with one of the services, and waits for its result.
    ///
    /// When the task is cancelled while the job waits, the pool releases the job at once, on the
    /// thread that cancels, and a `CancellationError` is thrown. A job that a service has received
    /// but not begun ends in the same way; its captures are released on the service's scheduler. A
    /// job that has begun always completes.
    ///
    /// - Parameters:
    ///   - key: the job begins after the end of all earlier jobs with an equal key.
    ///   - isolation: the actor of the caller.
    ///   - work: the job; runs on the scheduler of its service.
    /// - Throws: the error of `work`; `BoundError` with the code `queueFull` when the pool is at
    ///   its capacity, or `schedulerShutDown`; the error of the last service when all are
    ///   unavailable; `CancellationError`.
    public func run<Value: Sendable>(
        for key: AnyHashable? = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: consuming sending @escaping ServiceCall<Service, Value>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        let reply = ServicePoolReply<Value>()
        let job = ServicePoolJob(
            key: key, answering: reply, ofNoActor(consume work, on: nil), file, line)
        return try await withTaskCancellationHandler {
            _ = isolation  // only a closure that captures it stays on the caller's executor
            return try await withCheckedThrowingContinuation { continuation in
                reply.keep(continuation)
                _ = core.submit(job)
            }
        } onCancel: {
            core.cancel(job)
        }
    }

    /// Runs `work` with one of the services, without waiting.
    ///
    /// - Parameters:
    ///   - key: the job begins after the end of all earlier jobs with an equal key.
    ///   - work: the job; runs on the scheduler of its service.
    /// - Returns: whether the pool accepted the job. A job that does not run is counted and logged
    ///   (`Schedulers.undeliveredCalls`).
    @discardableResult
    public func schedule(
        for key: AnyHashable? = nil, _ work: consuming sending @escaping (Service) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> PostResult {
        core.submit(ServicePoolJob(key: key, consume work, file, line))
    }

    /// Runs `work` with one of the services, without waiting, and reports the outcome.
    ///
    /// - Parameters:
    ///   - key: the job begins after the end of all earlier jobs with an equal key.
    ///   - work: the job; runs on the scheduler of its service.
    ///   - outcome: is called once. It receives `nil` after the job, on the scheduler of its
    ///     service. Otherwise it receives the reason why the job does not run, on the thread that
    ///     finds it.
    public func schedule(
        for key: AnyHashable? = nil, _ work: consuming sending @escaping (Service) -> Void,
        outcome: @escaping @Sendable (BoundError?) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        _ = core.submit(
            ServicePoolJob(
                key: key, Self.reporting(work, outcome),
                refused: { outcome($0 as? BoundError) }, file, line))
    }

    private static func reporting(
        _ work: sending @escaping (Service) -> Void,
        _ outcome: @escaping @Sendable (BoundError?) -> Void
    ) -> sending (Service) -> Void {
        { service in
            work(service)
            outcome(nil)
        }
    }

    /// Refuses new jobs, and ends the pool when the jobs that run have ended.
    ///
    /// The method returns at once, and may be called from any thread and repeatedly.
    ///
    /// - Parameters:
    ///   - mode: whether the jobs that wait run before the end, or are skipped; of several calls,
    ///     the strictest mode applies.
    ///   - completion: receives the number of jobs that ran and that were skipped since the
    ///     shutdown began, with the lines that submitted the skipped ones. It is called when the
    ///     pool has ended, or at once where it has ended already.
    public func shutDown(
        _ mode: ShutdownMode = .orderly, completion: (@Sendable (ShutdownReport) -> Void)? = nil
    ) {
        if let completion { core.whenEnded(completion) }
        core.close(mode)
    }

    /// Waits for the end of the pool, whether it was shut down before or is shut down later.
    public func finished() async -> ShutdownReport {
        await withCheckedContinuation { continuation in
            core.whenEnded { continuation.resume(returning: $0) }
        }
    }
}
