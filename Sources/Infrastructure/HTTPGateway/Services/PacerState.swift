import Scheduling

/// The decisions of a pacer: which requests may start, how long all are held, which pause is shown.
///
/// It is a pure state machine. Each input returns the action to take, and the pacer takes it: it
/// runs the timers, starts the requests and notifies its observers. A request has a ticket, a
/// number in order of arrival, from its arrival to its end. `Start` is the pacer's means to start a
/// request that has waited.
struct PacerState<Start> {
    /// The action for a request that arrives; both have its ticket.
    enum Admission: Equatable {
        case start(Int)
        case wait(Int)
    }

    /// The end of a request that was started.
    enum Ending {
        /// The server processed the request, or refused it for a reason other than overload.
        case success
        /// The server refused the request because of overload, or interrupted its response.
        case answer
        /// The server sent nothing, or the request was cancelled.
        case silence
    }

    /// The action for the observers of the pause.
    enum Change: Equatable {
        case none
        case show(HostPause?)
    }

    private let concurrency: Int
    private let longestPause: Duration
    /// The number of requests that may be under way.
    private var allowed: Double
    /// The limit to return to after the first request after a pause has succeeded.
    private var recovering: Double = 0
    private var active = 0
    /// The waiting requests from `head` on; `nil` for those that were cancelled.
    private var waiting: [Start?] = []
    private var head = 0
    /// The ticket of the last request that arrived, which is the last one in the queue.
    private var lastTicket = 0
    /// The pause that holds all requests.
    private var pause: HostPause?
    /// The backoffs of single requests, by ticket.
    private var backOffs: [Int: HostPause] = [:]
    /// The requests under way that wait for their responses, by ticket.
    private var responseWaits: [Int: HostPause] = [:]
    /// The pause that was last reported to the observers.
    private(set) var shownPause: HostPause?
    /// Whether the server has ever responded.
    private(set) var hasResponded = false

    /// Creates the state of a pacer that holds nothing.
    ///
    /// - Parameters:
    ///   - concurrency: the largest number of requests under way.
    ///   - longestPause: the longest pause.
    init(concurrency: Int, longestPause: Duration) {
        self.concurrency = concurrency
        self.longestPause = longestPause
        allowed = Double(concurrency)
    }

    // MARK: Requests

    /// Handles the arrival of a request, which may start at once or waits in the queue.
    mutating func arrived(_ start: Start) -> Admission {
        lastTicket += 1
        if mayStart, head == waiting.count {
            active += 1
            return .start(lastTicket)
        }
        waiting.append(start)
        return .wait(lastTicket)
    }

    /// Returns the next waiting request that may start now, if any; it counts as started.
    mutating func next() -> (ticket: Int, start: Start)? {
        while mayStart, head < waiting.count {
            let ticket = lastTicket - (waiting.count - 1 - head)
            let start = waiting[head].take()
            head += 1
            // The array is cut when half of it is used up: constant time on average.
            if head * 2 >= waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
            guard let start else { continue }
            active += 1
            return (ticket, start)
        }
        return nil
    }

    /// Cancels a waiting request, and returns its start; `nil` if it no longer waits.
    mutating func cancelled(_ ticket: Int) -> Start? {
        let index = waiting.count - 1 - (lastTicket - ticket)
        return index < head ? nil : waiting[index].take()
    }

    /// Ends a request that was started; others may start now, see `next`.
    mutating func ended(_ ticket: Int, _ ending: Ending) {
        active -= 1
        if !responseWaits.isEmpty { responseWaits[ticket] = nil }
        switch ending {
        case .silence: return
        case .answer: break
        case .success:
            allowed = min(Double(concurrency), max(recovering, allowed + 1 / allowed))
            recovering = 0
        }
        hasResponded = true
    }

    private var mayStart: Bool { pause == nil && active < Int(allowed) }

    // MARK: Pauses

    /// Holds all requests for `duration`, which the server asked for or `error` suggests.
    ///
    /// - Returns: the duration of the pause that begins, after which `pauseEnded` has to follow;
    ///   `nil` if a pause that ends later holds the requests already.
    mutating func hold(
        for duration: Duration, _ reason: HostPause.Reason, after error: HTTPError,
        at now: SchedulerInstant
    ) -> Duration? {
        let duration = min(duration, longestPause)
        let until = now.advanced(by: duration)
        // Several requests under way are refused at the same time: this counts as one refusal.
        if pause == nil {
            allowed = max(1, allowed / 2)
            recovering /= 2
        }
        if let pause, pause.until >= until { return nil }
        pause = HostPause(reason: reason, until: until, duration: duration, cause: error)
        return duration
    }

    /// Continues with what an earlier pacer has learned, before the first request.
    ///
    /// - Returns: the duration of the pause that begins, after which `pauseEnded` has to follow;
    ///   `nil` without one.
    mutating func continued(
        _ experience: PacerExperience, at now: SchedulerInstant
    ) -> Duration? {
        allowed = min(Double(concurrency), max(1, experience.concurrency))
        let duration = min(experience.pause, longestPause)
        guard duration > .zero else { return nil }
        pause = HostPause(
            reason: .rateLimited, until: now.advanced(by: duration), duration: duration)
        return duration
    }

    /// The rate that the server accepts, as far as it is known.
    var experience: PacerExperience {
        PacerExperience(concurrency: max(allowed, recovering), pause: .zero)
    }

    /// Whether the rate is the largest one.
    var hasRecovered: Bool { allowed >= Double(concurrency) }

    /// Ends the pause: one request may start now, and the others follow after its success.
    mutating func pauseEnded() {
        recovering = max(recovering, allowed)
        allowed = 1
        pause = nil
    }

    /// Records that a single request, which has ended, waits after `error` and then tries again.
    mutating func backedOff(
        _ ticket: Int, for duration: Duration, after error: HTTPError, at now: SchedulerInstant
    ) {
        backOffs[ticket] = HostPause(
            reason: .backingOff, until: now.advanced(by: duration), duration: duration,
            cause: error)
    }

    /// Ends the backoff of a request; returns whether it had one.
    mutating func backOffEnded(_ ticket: Int) -> Bool {
        backOffs.removeValue(forKey: ticket) != nil
    }

    /// Records the wait of a request under way for its response; `nil` ends the wait.
    mutating func awaited(_ wait: HTTPWait?, by ticket: Int, at now: SchedulerInstant) {
        responseWaits[ticket] = wait.map {
            HostPause(
                reason: .awaitingResponse, until: now.advanced(by: $0.remaining),
                duration: $0.remaining)
        }
    }

    /// Returns the pause to show, if it has changed since the last call.
    mutating func change() -> Change {
        let waits = active == 0 ? backOffs : responseWaits.count == active ? responseWaits : [:]
        let present = pause ?? waits.values.min { $0.until < $1.until }
        guard present != shownPause else { return .none }
        shownPause = present
        return .show(present)
    }
}
