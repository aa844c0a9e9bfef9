import Scheduling

/// A piece of work that can be started, cancelled and started again, and tells how it is doing.
///
/// ```swift
/// let refresh = Job(on: executor) { feed.fetchNodes() }
/// refresh.isExecuting.signal.observe { spinner.isVisible = $0 }
/// refresh.errors.observe { show($0) }
/// refresh.execute()
/// ```
///
/// A job has at most one run at a time. Its subscribers, however many, watch the run and do not own
/// it: their disposal does not cancel it. Confined to one scheduler, as its signals are: a debug build stops whoever uses it elsewhere.
/// Its release cancels the run that is under way, on that scheduler, wherever the last reference dies.
public final class Job<Value, Failure: Error> {
    /// How a run ended.
    public enum Outcome {
        /// By itself.
        case ended(Completion<Failure>)
        /// By `cancel()`.
        case cancelled
    }

    private let make: () -> Signal<Value, Failure>
    private let executor: any JobExecutor
    private let executing = MutableProperty(false)
    private let valueSubject = Subject<Value, Never>()
    private let errorSubject = Subject<Failure, Never>()
    private let outcomeSubject = Subject<Outcome, Never>()
    private let pin = SchedulerPin()
    private var run: JobRun<Value, Failure>?
    private var reports = JobReports<Value, Failure>()
    private var isReporting = false

    /// A job that runs what `make` makes, anew for each run, when `executor` lets it.
    public init(
        on executor: any JobExecutor = DirectExecutor(),
        _ make: @escaping () -> Signal<Value, Failure>
    ) {
        self.executor = executor
        self.make = make
    }

    deinit {
        run?.cancelAtHome()
    }

    /// Whether there is a run: one that waits for the executor counts.
    public var isExecuting: Property<Bool> { executing.property }

    /// The values of all runs.
    public var values: Signal<Value, Never> { valueSubject.signal }

    /// The failures of all runs, in the order in which the runs ended; a cancellation without an error is none.
    public var errors: Signal<Failure, Never> { errorSubject.signal }

    /// The ends of all runs, in their order, also when a subscriber of a run starts the next one from within the end.
    public var outcomes: Signal<Outcome, Never> { outcomeSubject.signal }

    /// Starts a run, or joins the one that is under way.
    ///
    /// - Returns: the run's events. Who subscribes late gets the last value and the end; when the run
    ///   is cancelled without an error, the subscription ends without an event.
    @discardableResult
    public func execute(priority: Int = 0) -> Signal<Value, Failure> {
        pin.check(Job.self, .signal, "execute(priority:)")
        if let run, !run.isOver { return run.signal }
        let run = JobRun(make)
        self.run = run
        run.onValue = { [weak self, unowned run] in self?.report(.value($0), of: run) }
        run.onEnd = { [weak self, unowned run] in self?.reports.runEnds(run) }
        run.onOutcome = { [weak self, unowned run] outcome in
            guard let self else { return }
            // Those who were told of the end first may have started the next run.
            if self.run === run {
                self.run = nil
                executing.value = false
            }
            report(.outcome(outcome), of: run)
        }
        executing.value = true
        // An observer of `isExecuting` may have cancelled it.
        if self.run === run { run.submit(to: executor, priority: priority) }
        return run.signal
    }

    /// Cancels the run that is under way, if any, and starts another.
    @discardableResult
    public func restart(priority: Int = 0) -> Signal<Value, Failure> {
        cancel()
        return execute(priority: priority)
    }

    /// Ends the run that is under way, if any, without an event: `errors` sends nothing.
    public func cancel() {
        pin.check(Job.self, .call, "cancel()")
        run?.cancel()
    }

    /// Fails the run that is under way, if any.
    public func cancel(with error: Failure) {
        pin.check(Job.self, .call, "cancel(with:)")
        run?.end(.ended(.failed(error)))
    }

    private func report(_ event: JobReports<Value, Failure>.Event, of run: JobRun<Value, Failure>) {
        reports.add(event, of: run)
        guard !isReporting else { return }
        isReporting = true
        while let event = reports.next() {
            switch event {
            case .value(let value): valueSubject.send(value)
            case .outcome(let outcome):
                if case .ended(.failed(let error)) = outcome { errorSubject.send(error) }
                outcomeSubject.send(outcome)
            }
        }
        isReporting = false
    }
}
