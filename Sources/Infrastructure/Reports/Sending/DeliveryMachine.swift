/// The decisions of a delivery, without its effects.
///
/// The owner passes each input, and performs the returned action.
struct DeliveryMachine {
    enum State: Hashable {
        /// Nothing is being sent.
        case idle
        /// A request without an outcome; `attempt` identifies it.
        case sending(attempt: Int)
        /// A pause after a failure; `attempt` is the one that failed.
        case pausing(attempt: Int)
        case closed
    }

    enum Input: Hashable {
        /// Records were added, or the time has passed; whether the water line is reached.
        case checked(isLineReached: Bool)
        /// Everything is to be sent now.
        case flush
        /// The receiver has answered.
        case answered(attempt: Int, SpoolOutcome)
        /// The time for an answer is over.
        case timedOut(attempt: Int)
        /// The pause is over.
        case resumed(attempt: Int)
        /// All records were removed.
        case discarded
        case close
    }

    enum Action: Hashable {
        case none
        /// Sends the next part, and calls `sent` if there was none.
        case send(attempt: Int)
        /// Removes the sent part, and sends the next one.
        case accept(attempt: Int)
        /// Halves the part, and sends the first half.
        case split(attempt: Int)
        /// Puts the records back, and resumes after a pause.
        case wait(Duration, attempt: Int)
    }

    private(set) var state = State.idle
    private let pacing: SpoolPacing
    private var attempts = 0
    private var failures = 0

    init(_ pacing: SpoolPacing) { self.pacing = pacing }

    mutating func handle(_ input: Input) -> Action {
        switch (state, input) {
        case (.closed, _): return .none
        case (_, .close):
            state = .closed
            return .none
        case (_, .discarded):
            // The outcome of a request that is under way has no effect.
            state = .idle
            failures = 0
            return .none
        case (.idle, .checked(isLineReached: true)), (.idle, .flush), (.pausing, .flush):
            return .send(attempt: begin())
        case (.sending(let current), .answered(let attempt, let outcome)) where attempt == current:
            return answer(outcome)
        case (.sending(let current), .timedOut(let attempt)) where attempt == current:
            return answer(.failed())
        case (.pausing(let current), .resumed(let attempt)) where attempt == current:
            return .send(attempt: begin())
        default: return .none
        }
    }

    /// The spool had no records to send.
    mutating func foundNothing() {
        if case .sending = state { state = .idle }
    }

    private mutating func begin() -> Int {
        attempts += 1
        state = .sending(attempt: attempts)
        return attempts
    }

    private mutating func answer(_ outcome: SpoolOutcome) -> Action {
        switch outcome {
        case .settled:
            failures = 0
            return .accept(attempt: begin())
        case .tooLarge: return .split(attempt: begin())
        case .failed(let retryAfter):
            var pause = pacing.firstPause
            for _ in 0..<min(failures, 20) where pause < pacing.longestPause { pause *= 2 }
            failures += 1
            state = .pausing(attempt: attempts)
            return .wait(
                max(min(pause, pacing.longestPause), retryAfter ?? .zero), attempt: attempts)
        }
    }
}
