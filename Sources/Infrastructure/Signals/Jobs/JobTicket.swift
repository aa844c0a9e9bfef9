import Scheduling

/// A run's place at an executor.
///
/// A debug build stops whoever starts or finishes it away from the scheduler on which it was made.
public final class JobTicket {
    private enum State {
        case waiting
        case running
        case over
    }

    /// How urgent the run is, for an executor that asks; more is more urgent.
    public let priority: Int
    private let pin = SchedulerPin()
    private var state = State.waiting
    private var run: (() -> Void)?
    private var onFinish: (() -> Void)?

    /// A ticket for work that `run` starts, and that calls `finish()` when it is over.
    public init(priority: Int = 0, _ run: @escaping () -> Void) {
        self.priority = priority
        self.run = run
    }

    /// Whether the run has neither started nor been cancelled.
    public var isWaiting: Bool { state == .waiting }

    /// Starts the run, once; `onFinish` is called when it is over, which may be before this returns.
    public func start(onFinish: @escaping () -> Void) {
        pin.check(JobTicket.self, .call, "start(onFinish:)")
        guard state == .waiting, let run else { return onFinish() }
        state = .running
        self.run = nil
        self.onFinish = onFinish
        run()
    }

    /// Tells that the run is over, or will not come.
    public func finish() {
        pin.check(JobTicket.self, .call, "finish()")
        let onFinish = onFinish
        (state, run, self.onFinish) = (.over, nil, nil)
        onFinish?()
    }
}
