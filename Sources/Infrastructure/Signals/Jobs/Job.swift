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
/// it: their disposal does not cancel it. Confined to one scheduler, as its signals are; released
/// while it runs, it is cancelled.
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
    private var run: JobRun<Value, Failure>?

    /// A job that runs what `make` makes, anew for each run, when `executor` lets it.
    public init(
        on executor: any JobExecutor = DirectExecutor(),
        _ make: @escaping () -> Signal<Value, Failure>
    ) {
        self.executor = executor
        self.make = make
    }

    deinit {
        run?.cancel()
    }

    /// Whether there is a run: one that waits for the executor counts.
    public var isExecuting: Property<Bool> { executing.property }

    /// The values of all runs.
    public var values: Signal<Value, Never> { valueSubject.signal }

    /// The failures of all runs; a cancellation without an error is none.
    public var errors: Signal<Failure, Never> { errorSubject.signal }

    /// The ends of all runs.
    public var outcomes: Signal<Outcome, Never> { outcomeSubject.signal }

    /// Starts a run, or joins the one that is under way.
    ///
    /// - Returns: the run's events. Who subscribes late gets the last value and the end; when the run
    ///   is cancelled without an error, the subscription ends without an event.
    @discardableResult
    public func execute(priority: Int = 0) -> Signal<Value, Failure> {
        if let run, !run.isOver { return run.signal }
        let run = JobRun(make)
        self.run = run
        run.onValue = { [weak self] in self?.valueSubject.send($0) }
        run.onOutcome = { [weak self, weak run] outcome in
            guard let self else { return }
            // Those who were told of the end first may have started the next run.
            if self.run === run {
                self.run = nil
                executing.value = false
            }
            if case .ended(.failed(let error)) = outcome { errorSubject.send(error) }
            outcomeSubject.send(outcome)
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
        run?.cancel()
    }

    /// Fails the run that is under way, if any.
    public func cancel(with error: Failure) {
        run?.end(.ended(.failed(error)))
    }
}
