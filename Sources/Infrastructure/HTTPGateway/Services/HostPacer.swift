public import Scheduling
import Signals

/// Limits how many requests to a host run at once, and pauses them.
///
/// The limit adapts: each refusal because of overload (429, 503) halves it, and each success raises
/// it a little. A pause holds all requests. When it ends, one request starts, and the others follow
/// after its success, so that they never start all at once.
///
/// If the server or the network fails in another way, each request backs off on its own, because
/// the next one may well succeed. Such a backoff is shown as a pause while no other request is
/// under way. A wait for the first byte of a response is shown as a pause while all requests under
/// way wait like this.
///
/// A host makes its own pacer unless it is given one. Hosts that their server counts as one, such
/// as those of one account, share a pacer, so that a refusal of one request holds the requests to
/// all of them. With a `PacerMemory`, a pacer continues with the rate and the pause of an earlier
/// process. A pacer belongs to one scheduler, as its hosts do.
///
/// ```swift
/// let pacer = HostPacer(home: gateway.home)
/// let api = HTTPHost(at: apiURL, through: gateway, pacer: pacer)
/// let content = HTTPHost(at: contentURL, through: gateway, pacer: pacer)
/// ```
@Schedulable
public final class HostPacer {
    /// The limits of a pacer.
    public struct Limits: Sendable {
        /// The largest number of requests under way.
        public var concurrency: Int
        /// The longest pause that a server may ask for.
        public var longestPause: Duration

        /// Creates limits of `concurrency` requests at once and pauses of `longestPause`.
        public init(concurrency: Int = 64, longestPause: Duration = .seconds(300)) {
            precondition(concurrency > 0, "the concurrency of a pacer must be at least 1")
            self.concurrency = concurrency
            self.longestPause = longestPause
        }
    }

    typealias State = PacerState<(_ ticket: Int) -> Void>

    let scheduler: any Scheduler
    private var state: State
    private let changes = Subject<HostPause?, Never>()
    private let alarm = Guarded<ScheduledWork?>(nil)
    private var isAdmitting = false
    private let memory: (any PacerMemory)?
    /// Whether the memory has a rate below the largest one.
    private var isReduced = false
    /// Whether changes of the pause are sent at the end of the current step.
    private var isDeferringPause = false

    /// Creates a pacer.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, to which the pacer belongs.
    ///   - limits: the limits of the pacer.
    ///   - memory: what earlier pacers of the server have learned, with which the pacer continues.
    public init(
        home: SchedulerIsolation, _ limits: Limits = Limits(), memory: (any PacerMemory)? = nil
    ) {
        scheduler = home.scheduler(for: "HostPacer")
        self.memory = memory
        state = State(concurrency: limits.concurrency, longestPause: limits.longestPause)
        guard let experience = memory?.recall() else { return }
        isReduced = true
        guard let pause = state.continued(experience, at: scheduler.now) else { return }
        publishPause()
        resume(after: pause)
    }

    nonisolated deinit {  // a timer can be cancelled on every thread
        alarm.withLock { $0 }?.cancel()
    }

    var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return Signal { [self] observer in
            observer.send(state.shownPause)
            let upstream = changes.signal.observe(
                { observer.send($0) }, ended: { observer.end($0) })
            observer.onDispose { upstream.dispose() }
        }
    }

    /// Whether the server has ever responded.
    var hasResponded: Bool {
        checkScheduler()
        return state.hasResponded
    }

    /// Calls `start` with a ticket when a request may start; `release` has to return the ticket.
    ///
    /// Disposing of the result cancels a waiting request.
    func acquire(_ start: @escaping (_ ticket: Int) -> Void) -> Disposable {
        switch state.arrived(start) {
        case .start(let ticket):
            // An observer of the pauses may dispose of the request, which then has its ticket.
            start(ticket)
            publishPause()
            return Disposable()
        case .wait(let ticket):
            return Disposable { [self] in _ = state.cancelled(ticket) }
        }
    }

    /// Ends a request that was started, and starts others.
    func release(_ ticket: Int, _ ending: State.Ending) {
        state.ended(ticket, ending)
        if isReduced, state.hasRecovered {
            isReduced = false
            memory?.keep(state.experience)
        }
        admit()
        publishPause()
    }

    /// Performs `step`, and sends a changed pause only after it.
    func deferringPause(_ step: () -> Void) {
        let former = isDeferringPause
        isDeferringPause = true
        step()
        isDeferringPause = former
        publishPause()
    }

    /// Holds all requests for `duration`, which the server asked for or `error` suggests.
    func pauseAll(for duration: Duration, _ reason: HostPause.Reason, after error: HTTPError) {
        guard let duration = state.hold(for: duration, reason, after: error, at: scheduler.now)
        else { return }
        if reason == .rateLimited, let memory {
            isReduced = true
            var experience = state.experience
            experience.pause = duration
            memory.keep(experience)
        }
        publishPause()
        resume(after: duration)
    }

    /// Ends the pause after `duration`.
    private func resume(after duration: Duration) {
        let next = scheduler.scheduleConfined(after: duration) { [weak self] in self?.resume() }
        let former = alarm.withLock { alarm in
            defer { alarm = next }
            return alarm
        }
        former?.cancel()
    }

    /// Calls `work` after `duration`: a request that has ended waits after `error`, to try again.
    ///
    /// Disposing of the result cancels the call.
    func backOff(
        _ ticket: Int, for duration: Duration, after error: HTTPError,
        _ work: @escaping () -> Void
    ) -> Disposable {
        state.backedOff(ticket, for: duration, after: error, at: scheduler.now)
        publishPause()
        let alarm = scheduler.scheduleConfined(after: duration) { [weak self] in
            _ = self?.state.backOffEnded(ticket)
            work()
            self?.publishPause()
        }
        return Disposable { [weak self] in
            alarm.cancel()
            guard let self, state.backOffEnded(ticket) else { return }
            publishPause()
        }
    }

    /// Records the wait of a request under way for its response; `nil` ends the wait.
    func note(_ wait: HTTPWait?, of ticket: Int) {
        state.awaited(wait, by: ticket, at: scheduler.now)
        publishPause()
    }

    private func resume() {
        alarm.withLock { $0 = nil }
        state.pauseEnded()
        admit()
        publishPause()
    }

    /// Sends the present pause, if it has changed.
    private func publishPause() {
        guard !isDeferringPause else { return }
        if case .show(let pause) = state.change() { changes.send(pause) }
    }

    private func admit() {
        // A request that ends while it starts calls this again; it must not start the next one
        // here.
        guard !isAdmitting else { return }
        isAdmitting = true
        defer { isAdmitting = false }
        while let next = state.next() { next.start(next.ticket) }
    }
}
