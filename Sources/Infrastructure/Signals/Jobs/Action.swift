/// A job that takes an input and that a property enables, such as the command of a button.
///
/// It is enabled when the property is true and no run is in progress.
public final class Action<Input, Value, Failure: Error> {  // not @Schedulable: its job is checked
    private let input = Cell<Input?>(nil)
    private let job: Job<Value, Failure>

    /// Whether `execute` would start a run.
    public let isEnabled: Property<Bool>

    /// Creates an action that runs the signal that `make` returns for an input.
    ///
    /// - Parameter enabled: the action can be executed only while this is true.
    public init(
        enabledIf enabled: Property<Bool> = Property(constant: true),
        on executor: any JobExecutor = DirectExecutor(),
        _ make: @escaping (Input) -> Signal<Value, Failure>
    ) {
        job = Job(on: executor) { [input] in
            guard let value = input.take() else {
                preconditionFailure("the job of an action ran without an input")
            }
            return make(value)
        }
        isEnabled = enabled.combineLatest(with: job.isExecuting).map { $0 && !$1 }
    }

    /// Whether a run is in progress.
    public var isExecuting: Property<Bool> { job.isExecuting }

    /// The values of all runs.
    public var values: Signal<Value, Never> { job.values }

    /// The failures of all runs.
    public var errors: Signal<Failure, Never> { job.errors }

    /// Starts a run with `input`.
    ///
    /// - Returns: the run's events, as `Job.execute()` returns them; `nil` when the action is not
    ///   enabled.
    @discardableResult
    public func execute(_ input: Input) -> Signal<Value, Failure>? {
        guard isEnabled.value else { return nil }
        self.input.content = input
        return job.execute()
    }

    /// Ends the current run, if any, without an event.
    public func cancel() {
        // Before the cancellation: an observer of the end may start the next run.
        input.content = nil
        job.cancel()
    }
}

extension Action where Input == Void {
    /// Starts a run.
    ///
    /// - Returns: the run's events; `nil` when the action is not enabled.
    @discardableResult
    public func execute() -> Signal<Value, Failure>? { execute(()) }
}
