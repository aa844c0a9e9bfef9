import Scheduling

/// The place of a run in an executor.
///
/// A debug build reports its start or finish on another scheduler than that on which it was made.
public final class JobTicket {
    private enum State {
        case waiting
        case running
        case over
    }

    /// The priority of the run, for an executor that uses it; higher values come first.
    public let priority: Int
    private let pin = SchedulerPin()
    private var state = State.waiting
    private var run: (() -> Void)?
    private var onFinish: (() -> Void)?

    /// Creates a ticket for work that `run` starts, and that calls `finish()` when it is over.
    public init(priority: Int = 0, _ run: @escaping () -> Void) {
        self.priority = priority
        self.run = run
    }

    /// Whether the run has neither started nor been cancelled.
    public var isWaiting: Bool { state == .waiting }

    /// Starts the run, once.
    ///
    /// - Parameter onFinish: called when the run is over, which may be before this returns.
    public func start(onFinish: @escaping () -> Void) {
        pin.check(JobTicket.self, .call, "start(onFinish:)")
        guard state == .waiting, let run else { return onFinish() }
        state = .running
        self.run = nil
        self.onFinish = onFinish
        run()
    }

    /// Reports that the run is over or has been cancelled.
    public func finish() {
        pin.check(JobTicket.self, .call, "finish()")
        let onFinish = onFinish
        (state, run, self.onFinish) = (.over, nil, nil)
        onFinish?()
    }
}
