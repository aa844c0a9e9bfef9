/// The services and jobs of a pool; it outlives the pool while jobs are left.
final class ServicePoolCore<Service>: Sendable {
    typealias Job = ServicePoolJob<Service>
    typealias Assignment = ServicePoolState<Job>.Assignment
    typealias Completion = @Sendable (ShutdownReport) -> Void

    private struct Content {
        var pool: ServicePoolState<Job>
        /// The services; none after the end.
        var handles: [SchedulerBound<Service>]
        var report = ShutdownReport()
        var isEnding = false
        var isEnded = false
        var completionHandlers: [Completion] = []
        /// The error of the service that was lost last.
        var loss: BoundError?

        func give(_ assignment: Assignment) -> Step {
            assignment.job.phase = .given
            return .give(assignment, handles[assignment.service])
        }

        /// The end of the pool, once its last job has ended.
        mutating func endIfFinished() -> Step? {
            guard pool.isFinished, !isEnding else { return nil }
            isEnding = true
            return .end
        }
    }

    /// A step that follows from a change of the content, and is taken outside of the lock.
    private enum Step {
        case give(Assignment, SchedulerBound<Service>)
        case refuse([Job], any Error)
        case cancel(Job)
        case end
    }

    private let name: String
    let schedulers: [any Scheduler]
    /// The schedulers that end with the pool.
    private let ownSchedulers: [WorkScheduler]
    private let content: Guarded<Content>

    init(
        name: String, on schedulers: [any Scheduler], owning ownSchedulers: [WorkScheduler],
        capacity: Int, _ make: @escaping @Sendable () throws -> Service, _ file: StaticString,
        _ line: UInt
    ) {
        precondition(!schedulers.isEmpty, "a pool of \(Service.self) needs a scheduler")
        precondition(capacity >= 0, "the capacity of pool '\(name)' is negative")
        self.name = name
        self.schedulers = schedulers
        self.ownSchedulers = ownSchedulers
        let handles = schedulers.map {
            SchedulerBound(on: $0, { try make() }, file: file, line: line)
        }
        let pool = ServicePoolState<Job>(serviceCount: handles.count, capacity: capacity)
        content = Guarded(Content(pool: pool, handles: handles))
    }

    var waitingCount: Int { content.withLock { $0.pool.waitingCount } }

    /// Accepts a job, or refuses it and returns the reason.
    func submit(_ job: Job) -> PostResult {
        // The code of a scheduler must not run under the lock. The pool's own schedulers have no
        // other work.
        let load = ownSchedulers.isEmpty ? schedulers.map(\.backlog.count) : []
        let (step, refusal) = content.withLock { content -> (Step?, PostResult?) in
            if case .takenBack = job.phase { return (.refuse([job], CancellationError()), nil) }
            switch content.pool.submit(job, key: job.key, load: load) {
            case .begins(let assignment): return (content.give(assignment), nil)
            case .waits(let ticket):
                job.phase = .waiting(ticket)
                return (nil, nil)
            case .full: return (.refuse([job], error(.queueFull)), .full)
            case .closed: return (.refuse([job], error(.schedulerShutDown)), .shutDown)
            case .unavailable:
                return (.refuse([job], content.loss ?? error(.serviceGone)), .shutDown)
            }
        }
        if let step { take(step) }
        return refusal ?? .accepted
    }

    /// Ends a job that has not begun with a `CancellationError`, and takes it back if it waits.
    ///
    /// A job that has not been submitted ends when it is.
    func cancel(_ job: Job) {
        let steps = content.withLock { content -> [Step?] in
            switch job.phase {
            case .takenBack: return []
            case .given: return [.cancel(job)]
            case .new:
                job.phase = .takenBack
                return []
            case .waiting(let ticket):
                // A shutdown may have removed it.
                if content.pool.takeBack(ticket, key: job.key) == nil { return [] }
                job.phase = .takenBack
                return [.refuse([job], CancellationError()), content.endIfFinished()]
            }
        }
        for step in steps { if let step { take(step) } }
    }

    /// Refuses new jobs, and ends when the others have ended; see `ServicePool.shutDown`.
    func close(_ mode: ShutdownMode) {
        let steps = content.withLock { content -> [Step] in
            content.pool.close()
            var steps: [Step] = []
            if mode == .finishRunning {
                let skipped = content.pool.removeWaiting()
                for job in skipped { content.report.addSkipped(job.provenance) }
                steps.append(.refuse(skipped, error(.schedulerShutDown)))
            }
            if let end = content.endIfFinished() { steps.append(end) }
            return steps
        }
        for step in steps { take(step) }
    }

    /// Calls `completion` when the pool has ended; at once where it has ended already.
    func whenEnded(_ completion: @escaping Completion) {
        let report = content.withLock { content in
            if !content.isEnded { content.completionHandlers.append(completion) }
            return content.isEnded ? content.report : nil
        }
        if let report { completion(report) }
    }

    private func take(_ step: Step) {
        switch step {
        case .give(let assignment, let handle): give(assignment, to: handle)
        case .refuse(let jobs, let error): for job in jobs { job.refuse(error) }
        case .cancel(let job): job.cancel()
        case .end: end()
        }
    }

    private func give(_ assignment: Assignment, to handle: SchedulerBound<Service>) {
        let job = assignment.job
        let postResult = handle.deliver({ self.run(assignment, $0) }, job.file, job.line)
        guard let error = handle.refusal(postResult) else { return }
        guard postResult == .full else { return lose(assignment, error) }
        job.refuse(error)
        proceed(after: assignment)
    }

    /// Runs a job on the scheduler of its service.
    private func run(_ assignment: Assignment, _ service: Result<Service, BoundError>) {
        switch service {
        case .failure(let error): lose(assignment, error)
        case .success(let service):
            assignment.job.run(service)
            proceed(after: assignment)
        }
    }

    /// Gives a service its next job.
    private func proceed(after assignment: Assignment) {
        let step = content.withLock { content -> Step? in
            if let next = content.pool.end(assignment) { return content.give(next) }
            return content.endIfFinished()
        }
        if let step { take(step) }
    }

    /// Gives the job of a service that is not available to another service.
    private func lose(_ assignment: Assignment, _ error: BoundError) {
        let steps = content.withLock { content -> [Step?] in
            content.loss = error
            if let next = content.pool.lose(assignment) { return [content.give(next)] }
            guard content.pool.isLost else { return [] }
            return [.refuse(content.pool.removeWaiting(), error), content.endIfFinished()]
        }
        for step in steps { if let step { take(step) } }
    }

    /// Releases the services, and ends the pool's own schedulers.
    private func end() {
        releaseServices()
        guard !ownSchedulers.isEmpty else { return complete() }
        let remaining = Guarded(ownSchedulers.count)
        let ended: @Sendable (ShutdownReport) -> Void = { _ in
            let isLast = remaining.withLock { remaining in
                remaining -= 1
                return remaining == 0
            }
            if isLast { self.complete() }
        }
        for scheduler in ownSchedulers { scheduler.shutDown(completion: ended) }
    }

    private func releaseServices() {
        _ = content.withLock { content in
            defer { content.handles = [] }
            return content.handles
        }
    }

    private func complete() {
        let (handlers, report) = content.withLock { content in
            content.isEnded = true
            content.report.ranCount = max(0, content.pool.endedSinceClosing)
            defer { content.completionHandlers = [] }
            return (content.completionHandlers, content.report)
        }
        for handler in handlers { handler(report) }
    }

    private func error(_ code: BoundError.Code) -> BoundError {
        BoundError(code, service: Service.self, on: name, cause: nil)
    }
}
