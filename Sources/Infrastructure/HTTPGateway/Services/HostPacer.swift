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
/// as those of one account, share a pacer, so that a refusal by either holds both. A pacer is
/// pinned to the scheduler on which it is made, as its hosts are.
///
/// ```swift
/// let pacer = HostPacer()
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

    let scheduler: any Scheduler
    private let limits: Limits
    private let changes = Subject<HostPause?, Never>()
    /// The pause that holds all requests.
    private var pause: HostPause?
    /// The backoffs of single requests, by number.
    private var backOffs: [Int: HostPause] = [:]
    /// The requests under way that wait for their responses, by number.
    private var responseWaits: [Int: HostPause] = [:]
    private var lastNumber = 0
    /// Whether the server has ever responded.
    var hasResponded = false
    /// The last value that `pauses` sent.
    private var publishedPause: HostPause?
    private let alarm = Guarded<ScheduledWork?>(nil)
    private var allowed: Double
    /// The limit to return to after the first request after a pause has succeeded.
    private var recovering: Double = 0
    private var active = 0
    private var waiting: [QueuedRequest] = []
    private var head = 0
    private var isAdmitting = false

    /// A queued request's start closure; `nil` once it has started or was cancelled.
    @Schedulable
    fileprivate final class QueuedRequest {
        var start: (() -> Void)?
        init(_ start: @escaping () -> Void) { self.start = start }
    }

    /// Creates a pacer for the current scheduler.
    public convenience init(_ limits: Limits = Limits()) {
        guard let scheduler = Schedulers.current else {
            preconditionFailure(
                "a host and its pacer must be created on a scheduler, to which they are pinned"
            )
        }
        self.init(on: scheduler, limits: limits)
    }

    init(on scheduler: any Scheduler, limits: Limits) {
        self.scheduler = scheduler
        self.limits = limits
        allowed = Double(limits.concurrency)
    }

    nonisolated deinit {  // a timer can be cancelled on every thread
        alarm.withLock { $0 }?.cancel()
    }

    var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return Signal { [self] observer in
            observer.send(publishedPause)
            let upstream = changes.signal.observe(
                { observer.send($0) }, ended: { observer.end($0) })
            observer.onDispose { upstream.dispose() }
        }
    }

    /// Calls `start` when a request may start; each request that was started must call `release`.
    ///
    /// Disposing of the result cancels a waiting request.
    func acquire(_ start: @escaping () -> Void) -> Disposable {
        if pause == nil, active < Int(allowed), head == waiting.count {
            active += 1
            publishPause()
            start()
            return Disposable()
        }
        let request = QueuedRequest(start)
        waiting.append(request)
        return Disposable { request.start = nil }
    }

    /// Ends a request that was started; `isSuccess` if the server accepted it.
    func release(isSuccess: Bool) {
        active -= 1
        if isSuccess {
            allowed = min(Double(limits.concurrency), max(recovering, allowed + 1 / allowed))
            recovering = 0
        }
        admit()
        publishPause()
    }

    /// Holds all requests for `duration`, which the server asked for or `error` suggests.
    ///
    /// - Returns: the actual duration of the pause.
    func pauseAll(
        for duration: Duration, _ reason: HostPause.Reason, after error: HTTPError
    ) -> Duration {
        let duration = min(duration, limits.longestPause)
        let until = scheduler.now.advanced(by: duration)
        // Several requests under way are refused at the same time: this counts as one refusal.
        if pause == nil {
            allowed = max(1, allowed / 2)
            recovering /= 2
        }
        if let pause, pause.until >= until { return scheduler.now.duration(to: pause.until) }
        pause = HostPause(reason: reason, until: until, duration: duration, cause: error)
        publishPause()
        let home = WeakPacer(pacer: self)
        let next = scheduler.schedule(after: duration) { home.pacer?.resume() }
        let former = alarm.withLock { alarm in
            defer { alarm = next }
            return alarm
        }
        former?.cancel()
        return duration
    }

    /// Calls `work` after `duration`: a single request waits after `error` and then tries again.
    ///
    /// Disposing of the result cancels the call.
    func backOff(
        for duration: Duration, after error: HTTPError, _ work: sending @escaping () -> Void
    ) -> Disposable {
        let number = nextNumber()
        backOffs[number] = HostPause(
            reason: .backingOff, until: scheduler.now.advanced(by: duration), duration: duration,
            cause: error)
        publishPause()
        let home = WeakPacer(pacer: self)
        let alarm = scheduler.schedule(after: duration) {
            home.pacer?.backOffs[number] = nil
            work()
            home.pacer?.publishPause()
        }
        return Disposable {
            alarm.cancel()
            guard let pacer = home.pacer, pacer.backOffs.removeValue(forKey: number) != nil else {
                return
            }
            pacer.publishPause()
        }
    }

    /// Returns a new number for a request.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Records the wait of request `number`, which is under way, for its response; `nil` ends it.
    func note(_ wait: HTTPWait?, of number: Int) {
        guard wait != nil || responseWaits[number] != nil else { return }
        responseWaits[number] = wait.map {
            HostPause(
                reason: .awaitingResponse, until: scheduler.now.advanced(by: $0.remaining),
                duration: $0.remaining)
        }
        publishPause()
    }

    private struct WeakPacer: @unchecked Sendable {  // the timer fires on the pacer's own scheduler
        weak var pacer: HostPacer?
    }

    private func resume() {
        alarm.withLock { $0 = nil }
        // One request starts; the others follow after its success.
        recovering = max(recovering, allowed)
        allowed = 1
        pause = nil
        admit()
        publishPause()
    }

    /// Sends the present pause, if it has changed.
    private func publishPause() {
        let waits = active == 0 ? backOffs : responseWaits.count == active ? responseWaits : [:]
        let present = pause ?? waits.values.min { $0.until < $1.until }
        guard present != publishedPause else { return }
        publishedPause = present
        changes.send(present)
    }

    private func admit() {
        // A request that ends while it starts calls this again; it must not start the next one
        // here.
        guard !isAdmitting else { return }
        isAdmitting = true
        defer { isAdmitting = false }
        while pause == nil, active < Int(allowed), head < waiting.count {
            let next = waiting[head]
            head += 1
            if head * 2 >= waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
            guard let start = next.start else { continue }
            next.start = nil
            active += 1
            start()
        }
    }
}
