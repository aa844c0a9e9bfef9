import Scheduling

/// Restartable work with at most one run at a time, whose state can be observed.
///
/// It stands for an operation that a user or a timer starts again and again, such as a refresh. Its
/// values, failures and state arrive in one place, whichever code starts a run:
///
/// ```swift
/// let refresh = Job(on: executor) { feed.fetchNodes() }
/// refresh.isExecuting.signal.observe { spinner.isVisible = $0 }
/// refresh.errors.observe { show($0) }
/// refresh.execute()
/// ```
///
/// The subscribers only observe the run and do not own it: their disposal does not cancel it. For
/// work that its only subscriber owns, use a signal. For a command with an input that a property
/// enables, use an `Action`. A `LimitedExecutor` that several jobs share limits how many of them
/// run at once.
///
/// A job is confined to one scheduler, as its signals are. `make` and all observers run there; a
/// debug build reports a use on another scheduler. The release of a job cancels the current run on
/// that scheduler, wherever the last reference is released.
public final class Job<Value, Failure: Error> {
    /// The way in which a run ended.
    public typealias Outcome = JobOutcome<Failure>

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

    /// Creates a job that calls `make` for each run, when `executor` starts it.
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

    /// Whether a run is in progress or waits for the executor.
    public var isExecuting: Property<Bool> { executing.property }

    /// The values of all runs.
    public var values: Signal<Value, Never> { valueSubject.signal }

    /// The failures of all runs, in the order in which the runs ended.
    ///
    /// A cancellation without an error is not a failure.
    public var errors: Signal<Failure, Never> { errorSubject.signal }

    /// The outcomes of all runs, in the order in which the runs ended.
    ///
    /// The order holds even when a subscriber of a run starts the next one from within the end.
    public var outcomes: Signal<Outcome, Never> { outcomeSubject.signal }

    /// Starts a run, or joins the current one.
    ///
    /// - Returns: the run's events. A late subscriber gets the last value and the terminal event.
    ///   When the run is cancelled without an error, the subscription ends without an event.
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
            // The observers that got the end first may have started the next run.
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

    /// Cancels the current run, if any, and starts another.
    @discardableResult
    public func restart(priority: Int = 0) -> Signal<Value, Failure> {
        cancel()
        return execute(priority: priority)
    }

    /// Ends the current run, if any, without an event: `errors` sends nothing.
    public func cancel() {
        pin.check(Job.self, .call, "cancel()")
        run?.cancel()
    }

    /// Fails the current run, if any.
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
