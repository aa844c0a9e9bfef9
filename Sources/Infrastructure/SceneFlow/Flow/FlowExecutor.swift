public import Scheduling
import Signals

/// Runs flows, and owns each from its entry to its one outcome.
///
/// ```swift
/// switch await executor.run(login, in: home) {
/// case .finished(let account): show(account)
/// case .cancelled: show("not signed in")
/// case .failed(let error): show(error)
/// }
/// ```
///
/// A flow whose table has faults fails before its entry, with a `FlowError` that lists all of them.
/// After the outcome of a flow, none of its objects is left, unless a caller keeps one. The release
/// of an executor cancels its flows. An executor and its flows are confined to one scheduler.
public final class FlowExecutor {  // not @Schedulable: confined to the scheduler of its flows
    /// The flows that have not ended, in the order of their beginnings.
    private var owned: [(number: Int, name: String, ownership: Disposable)] = []
    private var startCount = 0
    private let lifetime = Disposable()

    /// Creates an executor without flows.
    public init() {}

    /// The names of the flows that have not ended, in alphabetical order.
    public var running: [String] { owned.map(\.name).sorted() }

    /// Begins a flow; it may have ended when this returns.
    @discardableResult
    public func start<Scene, State, Output>(
        _ flow: Flow<Scene, State, Output>
    ) -> RunningFlow<Output> {
        let running = RunningFlow<Output>(flow.name)
        let faults = flow.faults
        guard faults.isEmpty else {
            let list = faults.joined(separator: "; ")
            let message = "the flow '\(flow.name)' cannot begin: \(list)"
            running.end(.failed(FlowError(.invalidTable, message)))
            return running
        }
        let run = FlowRun(flow)
        startCount += 1
        let number = startCount
        // The action is the only reference to the run that lasts.
        let ownership = Disposable { run.cancel() }
        owned.append((number, flow.name, ownership))
        lifetime.add(ownership)
        running.onCancel = { [weak run] in run?.cancel() }
        run.onEnd = { [weak self] outcome in
            self?.owned.removeAll { $0.number == number }
            ownership.dispose()
            running.end(outcome)
        }
        run.start()
        return running
    }

    /// Runs a flow to its outcome, from a task or an actor that is pinned to the scheduler.
    ///
    /// The cancellation of the task cancels the flow.
    ///
    /// - Parameters:
    ///   - flow: the flow.
    ///   - home: the caller's scheduler, to which the executor belongs.
    public func run<Scene, State, Output: Sendable>(
        _ flow: Flow<Scene, State, Output>, in home: SchedulerIsolation,
        isolation: isolated (any Actor)? = #isolation
    ) async -> FlowOutcome<Output> {
        let running = start(flow)
        if let outcome = running.outcome { return outcome }
        if let outcome = await running.end.first(in: home) { return outcome }
        running.cancel()
        return running.outcome ?? .cancelled
    }

    /// Cancels all flows, in the order of their beginnings.
    public func cancelAll() {
        for flow in owned { flow.ownership.dispose() }
    }
}
