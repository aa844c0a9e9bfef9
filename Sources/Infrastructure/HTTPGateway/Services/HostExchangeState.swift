import Scheduling

/// The course of a request to a host: its attempts, and the steps between them.
///
/// It is a pure state machine. Each input returns the action to take, and the exchange takes it. An
/// input that comes too late, after a cancellation for example, has no action.
struct HostExchangeState {
    /// The next step of the exchange.
    enum Step {
        case none
        /// Resolve the address of the host.
        case resolve
        /// Fetch the first credential, or refresh it.
        case refresh
        /// Wait until the pacer admits an attempt.
        case acquire
        /// Send the request.
        case attempt
        /// Wait for the duration after the error; `ticket` is that of the last attempt.
        case backOff(ticket: Int, Duration, HTTPError)
        /// End the signal.
        case complete
        /// End the signal with an error.
        case fail(HTTPError)
    }

    /// The end of an attempt, for the pacer; `released` has to follow it.
    struct Release {
        let ticket: Int
        let ending: HostPacer.State.Ending
        /// The pause for all requests of the pacer, which comes before the release.
        var hold: (duration: Duration, reason: HostPause.Reason, error: HTTPError)?
    }

    private enum Stage {
        case resolving
        case refreshing
        case queued
        case attempting(ticket: Int)
        /// The pacer takes its ticket back; then this step follows.
        case releasing(Step)
        case backingOff
        case ended
    }

    private var stage = Stage.resolving
    private var retries: RetryBudget
    private let isRepeatable: Bool
    private let canRefresh: Bool
    private var hasRefreshed = false
    private var hasOutput = false
    private var attempts = 0

    /// Creates the state of a request that resolves its address.
    ///
    /// - Parameters:
    ///   - retries: the limits of the attempts.
    ///   - isRepeatable: whether a request that may have been processed can be sent again.
    ///   - canRefresh: whether there is a source of the credential.
    init(_ retries: RetryBudget, isRepeatable: Bool, canRefresh: Bool) {
        self.retries = retries
        self.isRepeatable = isRepeatable
        self.canRefresh = canRefresh
    }

    /// The time limit of the request, including all attempts and waits.
    var deadline: Duration? { retries.deadline }

    /// The pacer's ticket of the attempt under way.
    var ticket: Int? { if case .attempting(let ticket) = stage { ticket } else { nil } }

    /// Whether the request fails as soon as its ticket is returned.
    var isFailing: Bool { if case .releasing(.fail) = stage { true } else { false } }

    // MARK: Before an attempt

    /// Handles the address; `hasCredential` tells whether the source has a credential already.
    ///
    /// A credential that is fetched for the request may be a stored one that has ended. So it is
    /// refreshed after a refusal as any other one.
    mutating func resolved(hasCredential: Bool) -> Step {
        guard case .resolving = stage else { return .none }
        guard canRefresh, !hasCredential else { return acquire() }
        stage = .refreshing
        return .refresh
    }

    /// Handles a refreshed credential.
    mutating func refreshed() -> Step {
        guard case .refreshing = stage else { return .none }
        return acquire()
    }

    /// Handles the failure of the address or of the refresh.
    mutating func unprepared(_ error: HTTPError) -> Step {
        switch stage {
        case .resolving, .refreshing:
            stage = .ended
            return .fail(error)
        case .queued, .attempting, .releasing, .backingOff, .ended: return .none
        }
    }

    /// Handles the end of a backoff.
    mutating func backedOff() -> Step {
        guard case .backingOff = stage else { return .none }
        return acquire()
    }

    /// Handles the pacer's admission of an attempt.
    mutating func admitted(_ ticket: Int) -> Step {
        guard case .queued = stage else { return .none }
        stage = .attempting(ticket: ticket)
        attempts += 1
        return .attempt
    }

    // MARK: An attempt

    /// Handles an output, after which the request is not repeated; returns the number of attempts.
    mutating func receivedOutput() -> Int {
        hasOutput = true
        return attempts
    }

    /// Handles the success of an attempt.
    mutating func succeeded() -> Release? {
        guard case .attempting(let ticket) = stage else { return nil }
        stage = .releasing(.complete)
        return Release(ticket: ticket, ending: .success)
    }

    /// Handles the failure of an attempt.
    ///
    /// If the server is overloaded (429, 503), all requests of the pacer wait.
    ///
    /// - Parameters:
    ///   - hasResponded: whether the server has responded before this attempt.
    ///   - jitter: a random number from 0.5 to 1, the used share of the longest wait.
    mutating func failed(
        _ error: HTTPError, at now: SchedulerInstant, hasResponded: Bool, jitter: Double
    ) -> Release? {
        guard case .attempting(let ticket) = stage else { return nil }
        var error = error
        error.attempts = attempts
        let isAnswer = error.response != nil || error.phase == .receiving
        let isOverload = error.isOverloadResponse
        let wait = retries.wait(
            after: error, at: now, hasResponded: hasResponded || isAnswer, jitter: jitter)
        stage = .releasing(step(after: error, wait, ticket))
        var release = Release(
            ticket: ticket,
            ending: error.response != nil && !isOverload
                ? .success : isAnswer ? .answer : .silence)
        if isOverload, let pause = wait ?? error.retryAfter {
            let isAsked = error.code == .rateLimited || error.retryAfter != nil
            release.hold = (pause, isAsked ? .rateLimited : .backingOff, error)
        }
        return release
    }

    private func step(after error: HTTPError, _ wait: Duration?, _ ticket: Int) -> Step {
        if error.code == .unauthorized, canRefresh, !hasRefreshed, !hasOutput { return .refresh }
        // A 429 means that the request was not processed; a busy server may have begun to process
        // it.
        let mayRepeat = isRepeatable || error.code == .rateLimited
        guard let wait, mayRepeat, !hasOutput else { return .fail(error) }
        return error.isOverloadResponse ? .acquire : .backOff(ticket: ticket, wait, error)
    }

    // MARK: After an attempt

    /// Handles the deadline of the request.
    mutating func expired() -> Release? {
        if case .ended = stage { return nil }
        var error = HTTPError(
            .deadlineExceeded,
            "the request was not finished within \(deadline ?? .zero), retries included",
            phase: .waiting, cause: retries.lastError)
        error.attempts = attempts
        return leave(for: .releasing(.fail(error)))
    }

    /// Handles the cancellation of the request, or the disposal after its end.
    mutating func cancelled() -> Release? { leave(for: .ended) }

    /// Handles the return of the pacer's ticket.
    mutating func released() -> Step {
        guard case .releasing(let step) = stage else { return .none }
        switch step {
        case .refresh: return refresh()
        case .acquire: return acquire()
        case .backOff: stage = .backingOff
        case .none, .resolve, .attempt, .complete, .fail: stage = .ended
        }
        return step
    }

    @inline(never)  // inlined, it makes the optimiser of Swift 6.3 fail
    private mutating func leave(for next: Stage) -> Release? {
        let release = ticket.map { Release(ticket: $0, ending: .silence) }
        stage = next
        return release
    }

    private mutating func refresh() -> Step {
        hasRefreshed = true
        stage = .refreshing
        return .refresh
    }

    private mutating func acquire() -> Step {
        stage = .queued
        return .acquire
    }
}
