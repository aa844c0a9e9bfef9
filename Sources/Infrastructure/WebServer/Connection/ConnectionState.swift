/// The progress of a connection, without a socket and without a clock.
///
/// Each input returns the action that follows. Times count from any fixed moment. Requests may
/// arrive before the responses to earlier ones have ended (pipelining); a refusal then waits for
/// these responses.
struct ConnectionState: Sendable {
    /// The consequence of an input.
    enum Action: Equatable {
        /// Pass the part of the message on.
        case forward
        /// Do nothing; a part of a message is dropped.
        case ignore
        /// Send the fault as a response, and finish.
        case refuse(RequestFault)
        /// Report the fault to the handler, which is reading the body or responding.
        case fail(RequestFault)
        /// End the connection after all that was written has been sent.
        case finish
        /// Close at once.
        case close
        /// Examine the connection again at this time.
        case wait(until: Duration)
    }

    /// The part of a request that is expected.
    private enum Input: Equatable {
        case head(since: Duration)
        case body(since: Duration, size: Int)
        /// No further part is used.
        case nothing
    }

    private let limits: WebServerLimits
    private var input: Input
    private var acceptsRequests = true
    private var isUsed = false
    private var refusal: RequestFault?
    private var finish: Duration?
    private var written = 0
    /// The bytes that the client had taken at the latest progress, and its time.
    private var progress: (taken: Int, time: Duration)

    /// The number of requests whose responses have not ended.
    private(set) var openRequests = 0
    /// Whether the client may still be sending a request that is dropped.
    ///
    /// The connection then waits for the client to close. The client would lose the response if the
    /// connection was closed before.
    private(set) var lingers = false

    init(limits: WebServerLimits, now: Duration) {
        self.limits = limits
        input = .head(since: now)
        progress = (0, now)
    }

    /// Whether parts of further requests are dropped.
    var isDiscarding: Bool { input == .nothing }

    /// Whether the output ends; nothing more is written.
    var isFinished: Bool { finish != nil }
}

/// The client's input.
extension ConnectionState {
    /// A head has arrived.
    ///
    /// - Parameters:
    ///   - fault: the reason to refuse it.
    ///   - isLast: whether the client asks to close the connection after the response.
    mutating func receivedHead(fault: RequestFault?, isLast: Bool, now: Duration) -> Action {
        guard acceptsRequests else {
            input = .nothing
            lingers = true
            return .ignore
        }
        if let fault { return refuse(fault) }
        openRequests += 1
        isUsed = true
        acceptsRequests = !isLast
        input = .body(since: now, size: 0)
        return .forward
    }

    /// A part of a body has arrived.
    mutating func receivedBody(_ count: Int) -> Action {
        guard case .body(let since, let size) = input else { return .ignore }
        guard count <= limits.bodyBytes - size else { return abort(.bodyTooLarge) }
        input = .body(since: since, size: size + count)
        return .forward
    }

    /// The end of a request has arrived.
    mutating func receivedEnd(now: Duration) -> Action {
        guard case .body = input else { return .ignore }
        input = acceptsRequests ? .head(since: now) : .nothing
        return .forward
    }

    /// The input is not a valid request.
    mutating func receivedFault(_ fault: RequestFault) -> Action {
        switch input {
        case .head: refuse(fault)
        case .body: abort(fault)
        case .nothing: .ignore
        }
    }

    /// Refuses the request that is expected or has just arrived.
    mutating func refuse(_ fault: RequestFault) -> Action {
        acceptsRequests = false
        input = .nothing
        lingers = true
        guard openRequests == 0 else {
            refusal = fault
            return .ignore
        }
        return .refuse(fault)
    }

    /// Ends the input in the middle of a body.
    private mutating func abort(_ fault: RequestFault) -> Action {
        acceptsRequests = false
        input = .nothing
        lingers = true
        return openRequests == 0 ? .finish : .fail(fault)
    }
}

/// The server's output.
extension ConnectionState {
    /// Whether the response that starts now is the last one.
    var isLastResponse: Bool { openRequests == 1 && !acceptsRequests && refusal == nil }

    /// A part of a body has been written.
    mutating func wroteBody(_ count: Int) {
        written += count
    }

    /// The end of a response has been written.
    mutating func wroteEnd(now: Duration) -> Action {
        openRequests -= 1
        guard openRequests == 0 else { return .ignore }
        if let refusal { return .refuse(refusal) }
        guard acceptsRequests else { return .finish }
        if case .head = input {
            input = .head(since: now)
        }
        return .ignore
    }

    /// The body of a response has failed, or the task of the connection has ended.
    var endedOutput: Action { isFinished ? .ignore : .finish }

    /// The output ends with the bytes that have been written.
    mutating func finish(now: Duration) {
        if case .body = input {
            lingers = true
        }
        acceptsRequests = false
        input = .nothing
        finish = now
    }

    /// The server stops.
    mutating func stop() -> Action {
        acceptsRequests = false
        guard openRequests > 0 || isFinished else { return .close }
        if case .head = input {
            input = .nothing
        }
        return .ignore
    }
}

/// The deadlines.
extension ConnectionState {
    /// Examines the deadlines.
    ///
    /// - Parameter unsent: the number of bytes that the client has not taken.
    mutating func examine(unsent: Int, now: Duration) -> Action {
        let taken = written - unsent
        if unsent == 0 || taken != progress.taken {
            progress = (taken, now)
        }
        if unsent > 0 {
            guard now < progress.time + limits.stallTime else { return .close }
            restartWait(now: now)
        }
        if let finish {
            return now >= finish + limits.headTime ? .close : wait(finish + limits.headTime, now)
        }
        switch input {
        case .body(let since, _):
            let deadline = since + limits.bodyTime
            return now >= deadline ? abort(.late) : wait(deadline, now)
        case .head(let since) where openRequests == 0:
            let deadline = since + limits.headTime
            guard now >= deadline else { return wait(deadline, now) }
            return isUsed ? .close : refuse(.late)
        case .head, .nothing:
            return wait(now + limits.shortestTime, now)
        }
    }

    /// Starts the client's time for its next step again: it has not taken all of its response.
    private mutating func restartWait(now: Duration) {
        if finish != nil {
            finish = now
        }
        if openRequests == 0, case .head = input {
            input = .head(since: now)
        }
    }

    /// Waits until `deadline`, or a shorter time, after which another deadline may have begun.
    private func wait(_ deadline: Duration, _ now: Duration) -> Action {
        .wait(until: min(deadline, now + limits.shortestTime))
    }
}
