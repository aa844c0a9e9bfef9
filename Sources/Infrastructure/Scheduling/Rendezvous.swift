/// Where a call and the one who waits for its answer meet, once.
@usableFromInline
final class Rendezvous: Sendable {
    private enum Phase {
        case open
        /// Somebody is about to answer.
        case taken
        case answered
    }

    private struct State {
        var phase = Phase.open
        var receiver: (@Sendable () -> Void)?
        var deadline: Reminder?
    }

    private let state = Guarded(State())

    @usableFromInline
    init() {}

    /// Has `receiver` called when there is an answer, on the thread where it is given.
    func receive(_ receiver: @escaping @Sendable () -> Void) {
        let isAnswered = state.withLock { state in
            if state.phase != .answered { state.receiver = receiver }
            return state.phase == .answered
        }
        if isAnswered { receiver() }
    }

    /// Has `timer` cancelled when there is an answer.
    func cancelWhenAnswered(_ timer: Reminder) {
        let isAnswered = state.withLock { state in
            if state.phase != .answered { state.deadline = timer }
            return state.phase == .answered
        }
        if isAnswered { timer.cancel() }
    }

    /// Whether the caller is the one who answers; it then has to `deliver()`.
    @usableFromInline
    func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = .taken
            return true
        }
    }

    /// The answer is there: tells the receiver.
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
