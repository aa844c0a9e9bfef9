/// The completion of one call: its state, and the closure and the timer that wait for it.
@usableFromInline
final class CallCompletion: Sendable {
    private enum Phase {
        case open
        /// One side has reserved the right to answer and is about to deliver the answer.
        case taken
        case answered
    }

    private struct State {
        var phase = Phase.open
        var receiver: (@Sendable () -> Void)?
        var deadline: DeadlineTimer?
    }

    private let state = Guarded(State())

    @usableFromInline
    init() {}

    /// Calls `receiver` when the answer is delivered, on the thread that delivers it.
    ///
    /// Where the answer has been delivered already, it calls `receiver` at once.
    func receive(_ receiver: @escaping @Sendable () -> Void) {
        let isAnswered = state.withLock { state in
            if state.phase != .answered { state.receiver = receiver }
            return state.phase == .answered
        }
        if isAnswered { receiver() }
    }

    /// Cancels `timer` when the answer is delivered.
    ///
    /// Where the answer has been delivered already, it cancels `timer` at once.
    func cancelWhenAnswered(_ timer: DeadlineTimer) {
        let isAnswered = state.withLock { state in
            if state.phase != .answered { state.deadline = timer }
            return state.phase == .answered
        }
        if isAnswered { timer.cancel() }
    }

    /// Reserves the right to answer, which only one side gets.
    ///
    /// - Returns: whether the caller has it, and has to call `deliver()`.
    @usableFromInline
    func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = .taken
            return true
        }
    }

    /// Delivers the answer: cancels the deadline and calls the receiver.
    @usableFromInline
    func deliver() {
        let (receiver, deadline) = state.withLock { state in
            state.phase = .answered
            defer { (state.receiver, state.deadline) = (nil, nil) }
            return (state.receiver, state.deadline)
        }
        deadline?.cancel()
        receiver?()
    }
}
