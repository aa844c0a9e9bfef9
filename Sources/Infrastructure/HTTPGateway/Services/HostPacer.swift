public import Scheduling
import Signals

/// The pace of all requests to one host: how many at once, and when none at all.
///
/// It learns: each refusal for haste (429, 503) halves how many may be under way, each success adds a
/// little. A pause holds for everybody; when it ends, one request goes first and the others follow as
/// it succeeds, never all at once. Where the server or the network fails, each request backs off for itself,
/// since the next one may well be answered; it is shown as a pause while no other is under way. A request
/// without a byte of its response is shown as one too while all others under way are without.
///
/// A host has its own, unless it is given one. Hosts that count as one to their server, as those of one
/// account do, share one: a refusal by either of them then holds both. Pinned to the scheduler on which
/// it is made, as its hosts are.
///
/// ```swift
/// let pacer = HostPacer()
/// let api = HTTPHost(at: apiURL, through: gateway, pacer: pacer)
/// let content = HTTPHost(at: contentURL, through: gateway, pacer: pacer)
/// ```
@Schedulable
public final class HostPacer {
    /// Between what bounds a pacer moves.
    public struct Pace: Sendable {
        /// The most requests under way.
        public var concurrency: Int
        /// The longest pause that a server may ask for.
        public var longestPause: Duration

        /// At most `concurrency` requests at once, and pauses of at most `longestPause`.
        public init(concurrency: Int = 64, longestPause: Duration = .seconds(300)) {
            precondition(concurrency > 0, "a pacer has to let a request through")
            self.concurrency = concurrency
            self.longestPause = longestPause
        }
    }

    let scheduler: any Scheduler
    private let pace: Pace
    private let changes = Subject<HostPause?, Never>()
    /// What holds everybody back.
    private var pause: HostPause?
    /// The requests that wait for themselves alone, by number.
    private var backOffs: [Int: HostPause] = [:]
    /// The requests under way that wait for their responses, by number.
    private var responseWaits: [Int: HostPause] = [:]
    private var lastNumber = 0
    /// Whether anything has ever come from the server.
    var hasAnswered = false
    /// What `pauses` has told.
    private var shown: HostPause?
    private let alarm = Guarded<ScheduledWork?>(nil)
    private var allowed: Double
    /// Where the limit jumps back to, once the first request after a pause has succeeded.
    private var recovering: Double = 0
    private var active = 0
    private var waiting: [Wish] = []
    private var head = 0
    private var isAdmitting = false

    /// The wish of one to start; `nil` once it has, or does not want to any more.
    @Schedulable
    fileprivate final class Wish {
        var start: (() -> Void)?
        init(_ start: @escaping () -> Void) { self.start = start }
    }

    /// A pacer for the scheduler that runs at the moment.
    public convenience init(_ pace: Pace = Pace()) {
        guard let scheduler = Schedulers.current else {
            preconditionFailure(
                "a host and its pacer are pinned to the scheduler that makes them: make them on one"
            )
        }
        self.init(on: scheduler, pace: pace)
    }

    init(on scheduler: any Scheduler, pace: Pace) {
        self.scheduler = scheduler
        self.pace = pace
        allowed = Double(pace.concurrency)
    }

    nonisolated deinit {  // a timer can be cancelled on every thread
        alarm.withLock { $0 }?.cancel()
    }

    var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return Signal { [self] observer in
            observer.send(shown)
            let upstream = changes.signal.observe(
                { observer.send($0) }, ended: { observer.end($0) })
            observer.onDispose { upstream.dispose() }
        }
    }

    /// Calls `start` when a request may go; who got to start calls `leave`.
    ///
    /// Disposing forgets the wish.
    func enter(_ start: @escaping () -> Void) -> Disposable {
        if pause == nil, active < Int(allowed), head == waiting.count {
            active += 1
            show()
            start()
            return Disposable()
        }
        let wish = Wish(start)
        waiting.append(wish)
        return Disposable { wish.start = nil }
    }

    /// A request is over; `isSuccess` when the server took it.
    func leave(isSuccess: Bool) {
        active -= 1
        if isSuccess {
            allowed = min(Double(pace.concurrency), max(recovering, allowed + 1 / allowed))
            recovering = 0
        }
        admit()
        show()
    }

    /// Holds everybody back for `duration`, which the server asked for or `error` suggests.
    ///
    /// - Returns: for how long.
    func hold(
        for duration: Duration, _ reason: HostPause.Reason, after error: HTTPError
    ) -> Duration {
        let duration = min(duration, pace.longestPause)
        let until = scheduler.now.advanced(by: duration)
        // Several requests under way are refused at once: that is one refusal.
        if pause == nil {
            allowed = max(1, allowed / 2)
            recovering /= 2
        }
        if let pause, pause.until >= until { return scheduler.now.duration(to: pause.until) }
        pause = HostPause(reason: reason, until: until, duration: duration, cause: error)
        show()
        let home = Home(pacer: self)
        let next = scheduler.schedule(after: duration) { home.pacer?.resume() }
        let former = alarm.withLock { alarm in
            defer { alarm = next }
            return alarm
        }
        former?.cancel()
        return duration
    }

    /// Calls `work` when `duration` has passed: one request alone waits after `error`, and begins anew then.
    ///
    /// Disposing forgets it.
    func backOff(
        for duration: Duration, after error: HTTPError, _ work: sending @escaping () -> Void
    ) -> Disposable {
        let number = nextNumber()
        backOffs[number] = HostPause(
            reason: .backingOff, until: scheduler.now.advanced(by: duration), duration: duration,
            cause: error)
        show()
        let home = Home(pacer: self)
        let alarm = scheduler.schedule(after: duration) {
            home.pacer?.backOffs[number] = nil
            work()
            home.pacer?.show()
        }
        return Disposable {
            alarm.cancel()
            guard let pacer = home.pacer, pacer.backOffs.removeValue(forKey: number) != nil else {
                return
            }
            pacer.show()
        }
    }

    /// A number for one who waits.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Notes that request `number`, which is under way, waits for its response, or does not any more.
    func note(_ wait: HTTPWait?, of number: Int) {
        guard wait != nil || responseWaits[number] != nil else { return }
        responseWaits[number] = wait.map {
            HostPause(
                reason: .awaitingResponse, until: scheduler.now.advanced(by: $0.remaining),
                duration: $0.remaining)
        }
        show()
    }

    private struct Home: @unchecked Sendable {  // the alarm rings on the pacer's own scheduler
        weak var pacer: HostPacer?
    }

    private func resume() {
        alarm.withLock { $0 = nil }
        // One goes first; its success lets the others follow.
        recovering = max(recovering, allowed)
        allowed = 1
        pause = nil
        admit()
        show()
    }

    /// Tells why nothing is under way, when that has changed.
    private func show() {
        let waits = active == 0 ? backOffs : responseWaits.count == active ? responseWaits : [:]
        let present = pause ?? waits.values.min { $0.until < $1.until }
        guard present != shown else { return }
        shown = present
        changes.send(present)
    }

    private func admit() {
        // One that ends while it starts comes here again: it must not start the next within itself.
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
