import Scheduling
import Signals

/// One subscription to a host's request: attempts until one succeeds or no other is allowed.
///
/// It takes the actions that its state decides on.
@Schedulable
final class HostExchange<Request: HTTPRequest> {
    private let request: Request
    private let options: HTTPOptions
    private let host: HostState
    private let observer: Observer<HTTPEvent<Request.Output>, HTTPError>
    /// The host's credential source, unless a nearer level sets a credential.
    private let credentials: SharedCredentials?

    private var state: HostExchangeState
    private var url: HTTPURL?
    private var credential: Credential?
    /// The current step: a wait for the pacer, a refresh, or an attempt.
    private var current: Disposable?
    private var alarm: ScheduledWork?

    init(
        _ request: Request, options: HTTPOptions, host: HostState,
        observer: Observer<HTTPEvent<Request.Output>, HTTPError>
    ) {
        self.request = request
        self.options = options
        self.host = host
        self.observer = observer
        let own = request.options
        let levels = [options, own, host.options, host.gateway.options]
        func setting<Value>(_ read: (HTTPOptions) -> Value?) -> Value? {
            levels.lazy.compactMap(read).first
        }
        let isOverridden = options.credential != nil || own.credential != nil
        let credentials = isOverridden ? nil : host.credentials
        self.credentials = credentials
        state = HostExchangeState(
            RetryBudget(
                setting { $0.retry } ?? HTTPRetryPolicy(), from: host.pacer.scheduler.now,
                within: setting { $0.totalDeadline }),
            isRepeatable: request.isRepeatable, canRefresh: credentials != nil)
    }

    func begin() {
        if let deadline = state.deadline {
            alarm = host.pacer.scheduler.scheduleConfined(after: deadline) { [weak self] in
                self?.expire()
            }
        }
        take(.resolve)
    }

    func stop() {
        let release = state.cancelled()
        cancelStep()
        self.release(release)
    }

    private func expire() {
        let release = state.expired()
        cancelStep()
        conclude(release)
    }

    private func cancelStep() {
        alarm?.cancel()
        alarm = nil
        current?.dispose()
        current = nil
    }

    // MARK: Steps

    private func take(_ step: HostExchangeState.Step) {
        switch step {
        case .none: break
        case .resolve: resolve()
        case .refresh: refresh()
        case .acquire: acquire()
        case .attempt: attempt()
        case .backOff(let ticket, let duration, let error): backOff(ticket, duration, error)
        case .complete: observer.complete()
        case .fail(let error): observer.fail(error)
        }
    }

    private func resolve() {
        runStep { step in
            step.add(
                self.host.address.resolve { [weak self] result in
                    guard let self else { return }
                    switch result {
                    case .success(let url):
                        self.url = url
                        credential = credentials?.current
                        take(state.resolved(hasCredential: credential != nil))
                    case .failure(let error): take(state.unprepared(error))
                    }
                })
        }
    }

    private func refresh() {
        guard let credentials else { return }
        let expired = credential
        runStep { step in
            step.add(
                credentials.refresh(expired).observe(
                    { [weak self] in self?.credential = $0 },
                    ended: { [weak self] completion in
                        guard let self else { return }
                        switch completion {
                        case .completed: take(state.refreshed())
                        case .failed(let error): take(state.unprepared(error))
                        }
                    }))
        }
    }

    private func acquire() {
        runStep { step in
            step.add(
                self.host.pacer.acquire { [weak self] ticket in
                    guard let self else { return }
                    take(state.admitted(ticket))
                })
        }
    }

    private func attempt() {
        guard let url else { return }
        // Another request may have refreshed the credential while this one waited.
        if let current = credentials?.current { credential = current }
        let request = RequestWithHostOptions(request, over: host.options(with: credential))
        runStep { step in
            step.add(
                self.host.gateway.push(request, to: url, options: options).observe(
                    { [weak self] in self?.pass($0) },
                    ended: { [weak self] in self?.ended($0) }))
        }
    }

    private func backOff(_ ticket: Int, _ duration: Duration, _ error: HTTPError) {
        runStep { step in
            step.add(
                host.pacer.backOff(ticket, for: duration, after: error) { [weak self] in
                    guard let self else { return }
                    take(state.backedOff())
                })
        }
    }

    /// Runs `body`, which adds its work to the disposable of a new current step.
    private func runStep(_ body: (Disposable) -> Void) {
        let step = Disposable()
        current = step
        body(step)
    }

    // MARK: Events of an attempt

    private func pass(_ event: HTTPEvent<Request.Output>) {
        switch event {
        case .waiting(let wait):
            if let ticket = state.ticket { host.pacer.note(wait, of: ticket) }
            observer.send(event)
        case .progress: observer.send(event)
        case .output(var output):
            output.attempts = state.receivedOutput()
            observer.send(.output(output))
        }
    }

    private func ended(_ completion: Completion<HTTPError>) {
        switch completion {
        case .completed: conclude(state.succeeded())
        case .failed(let error):
            let pacer = host.pacer
            conclude(
                state.failed(
                    error, at: pacer.scheduler.now, hasResponded: pacer.hasResponded,
                    jitter: Schedulers.random(in: 0.5...1)))
        }
    }

    /// Returns the ticket to the pacer, and takes the step after it.
    private func conclude(_ release: HostExchangeState.Release?) {
        guard state.isFailing, release?.hold != nil else {
            self.release(release)
            return take(state.released())
        }
        // A failure may end the run: then no request waits for the pause, and it is not shown.
        host.pacer.deferringPause {
            self.release(release)
            take(state.released())
        }
    }

    private func release(_ release: HostExchangeState.Release?) {
        guard let release else { return }
        if let hold = release.hold {
            host.pacer.pauseAll(for: hold.duration, hold.reason, after: hold.error)
        }
        host.pacer.release(release.ticket, release.ending)
    }
}
