import Scheduling
import Signals

/// One subscription to a host's request: attempts until one succeeds or no other is allowed.
@Schedulable
final class HostExchange<Request: HTTPRequest> {
    private let request: Request
    private let options: HTTPOptions
    private let host: HostState
    private let observer: Observer<HTTPEvent<Request.Output>, HTTPError>

    private var attempts = 0
    private var retries: RetryBudget
    private var credential: Credential?
    private var hasRefreshed = false
    private var hasSentOutput = false
    /// The pacer's ticket of the attempt under way.
    private var ticket: Int?
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
        retries = RetryBudget(HTTPRetryPolicy(), from: host.pacer.scheduler.now)
    }

    func begin() {
        let levels = [options, request.options, host.options, host.gateway.options]
        func setting<Value>(_ read: (HTTPOptions) -> Value?) -> Value? {
            levels.lazy.compactMap(read).first
        }
        retries = RetryBudget(
            setting { $0.retry } ?? HTTPRetryPolicy(), from: host.pacer.scheduler.now,
            within: setting { $0.totalDeadline })
        if let deadline = retries.deadline {
            let home = WeakHostExchange(exchange: self)
            alarm = host.pacer.scheduler.schedule(after: deadline) { home.exchange?.expire() }
        }
        wait { step in
            step.add(
                self.host.address.resolve { [weak self] result in
                    guard let self else { return }
                    switch result {
                    case .success(let url): authorize(url)
                    case .failure(let error): observer.fail(error)
                    }
                })
        }
    }

    func stop() {
        alarm?.cancel()
        alarm = nil
        current?.dispose()
        current = nil
        release(.silence)
    }

    private func expire() {
        let deadline = retries.deadline ?? .zero
        var error = HTTPError(
            .deadlineExceeded, "the request was not finished within \(deadline), retries included",
            phase: .waiting, cause: retries.lastError)
        error.attempts = attempts
        stop()
        observer.fail(error)
    }

    /// The host's credential source, unless a nearer level sets a credential.
    private var credentials: SharedCredentials? {
        checkScheduler()
        let isOverridden = options.credential != nil || request.options.credential != nil
        return isOverridden ? nil : host.credentials
    }

    /// Fetches the first credential if the host has a source without a current one.
    private func authorize(_ url: HTTPURL) {
        guard let credentials else { return acquire(url) }
        credential = credentials.current
        if credential != nil { acquire(url) } else { refresh(credentials, url) }
    }

    private func refresh(_ credentials: any CredentialSource, _ url: HTTPURL) {
        let expired = credential
        hasRefreshed = true
        wait { step in
            step.add(
                credentials.refresh(expired).observe(
                    { [weak self] in self?.credential = $0 },
                    ended: { [weak self] completion in
                        guard let self else { return }
                        switch completion {
                        case .completed: acquire(url)
                        case .failed(let error): observer.fail(error)
                        }
                    }))
        }
    }

    private func acquire(_ url: HTTPURL) {
        wait { step in
            step.add(
                self.host.pacer.acquire { [weak self] ticket in
                    guard let self else { return }
                    self.ticket = ticket
                    attempt(url)
                })
        }
    }

    private func attempt(_ url: HTTPURL) {
        attempts += 1
        let request = RequestWithHostOptions(request, over: host.options(with: credential))
        wait { step in
            step.add(
                self.host.gateway.push(request, to: url, options: options).observe(
                    { [weak self] in self?.pass($0) },
                    ended: { [weak self] in self?.ended($0, url) }))
        }
    }

    private func pass(_ event: HTTPEvent<Request.Output>) {
        switch event {
        case .waiting(let wait):
            if let ticket { host.pacer.note(wait, of: ticket) }
            observer.send(event)
        case .progress: observer.send(event)
        case .output(var output):
            hasSentOutput = true
            output.attempts = attempts
            observer.send(.output(output))
        }
    }

    private func ended(_ completion: Completion<HTTPError>, _ url: HTTPURL) {
        guard let ticket else { return }
        guard case .failed(var error) = completion else {
            release(.success)
            return observer.complete()
        }
        error.attempts = attempts
        let hasResponded = error.response != nil || error.phase == .receiving
        let pause = pause(after: error, hasResponded: hasResponded || host.pacer.hasResponded)
        release(
            error.response != nil && !error.isOverloadResponse
                ? .success : hasResponded ? .answer : .silence)
        if error.code == .unauthorized, let credentials, !hasRefreshed, !hasSentOutput {
            return refresh(credentials, url)
        }
        // A 429 means that the request was not processed; a busy server may have begun to process
        // it.
        let mayRepeat = request.isRepeatable || error.code == .rateLimited
        guard let pause, mayRepeat, !hasSentOutput else { return observer.fail(error) }
        if error.isOverloadResponse { return acquire(url) }
        wait { step in
            let home = WeakHostExchange(exchange: self)
            step.add(
                self.host.pacer.backOff(ticket, for: pause, after: error) {
                    home.exchange?.acquire(url)
                })
        }
    }

    /// Returns the wait before the next attempt after `error`; `nil` if there is none.
    ///
    /// If the server is overloaded (429, 503), the wait holds all requests of the pacer.
    private func pause(after error: HTTPError, hasResponded: Bool) -> Duration? {
        let pacer = host.pacer
        let wait = retries.wait(after: error, at: pacer.scheduler.now, hasResponded: hasResponded)
        guard error.isOverloadResponse, let pause = wait ?? error.retryAfter else { return wait }
        let isAsked = error.code == .rateLimited || error.retryAfter != nil
        pacer.pauseAll(for: pause, isAsked ? .rateLimited : .backingOff, after: error)
        return wait
    }

    private func release(_ ending: HostPacer.State.Ending) {
        guard let ticket else { return }
        self.ticket = nil
        host.pacer.release(ticket, ending)
    }

    /// Runs `begin` as the new current step.
    private func wait(_ begin: (Disposable) -> Void) {
        let step = Disposable()
        current = step
        begin(step)
    }

    private struct WeakHostExchange: @unchecked Sendable {  // used on the host's scheduler only
        weak var exchange: HostExchange?
    }
}
