import Scheduling
import Signals

/// One subscription to a host's request: attempts until one succeeds or no other is allowed.
@Schedulable
final class HostExchange<Request: HTTPRequest> {
    private let request: Request
    private let options: HTTPOptions
    private let host: HTTPHost.Parts
    private let observer: Observer<HTTPEvent<Request.Output>, HTTPError>

    private var attempts = 0
    private var retries: RetryBudget
    private var credential: Credential?
    private var hasRenewed = false
    private var hasSentOutput = false
    /// The request's number at the pacer, while an attempt is under way.
    private var paceNumber: Int?
    /// The current step: a wait for the pacer, a renewal, or an attempt.
    private var current: Disposable?
    private var alarm: ScheduledWork?

    init(
        _ request: Request, options: HTTPOptions, host: HTTPHost.Parts,
        observer: Observer<HTTPEvent<Request.Output>, HTTPError>
    ) {
        self.request = request
        self.options = options
        self.host = host
        self.observer = observer
        retries = RetryBudget(HTTPRetry(), from: host.pacer.scheduler.now)
    }

    func begin() {
        let levels = [options, request.options, host.options, host.gateway.options]
        func setting<Value>(_ read: (HTTPOptions) -> Value?) -> Value? {
            levels.lazy.compactMap(read).first
        }
        retries = RetryBudget(
            setting { $0.retry } ?? HTTPRetry(), from: host.pacer.scheduler.now,
            within: setting { $0.totalDeadline })
        if let deadline = retries.deadline {
            let home = Home(exchange: self)
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
        leave(isSuccess: false)
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
        guard let credentials else { return enter(url) }
        credential = credentials.current
        if credential != nil { enter(url) } else { renew(credentials, url) }
    }

    private func renew(_ credentials: any CredentialSource, _ url: HTTPURL) {
        let expired = credential
        hasRenewed = true
        wait { step in
            step.add(
                credentials.renew(expired).observe(
                    { [weak self] in self?.credential = $0 },
                    ended: { [weak self] completion in
                        guard let self else { return }
                        switch completion {
                        case .completed: enter(url)
                        case .failed(let error): observer.fail(error)
                        }
                    }))
        }
    }

    private func enter(_ url: HTTPURL) {
        wait { step in
            step.add(
                self.host.pacer.enter { [weak self] in
                    guard let self else { return }
                    paceNumber = host.pacer.nextNumber()
                    attempt(url)
                })
        }
    }

    private func attempt(_ url: HTTPURL) {
        attempts += 1
        let request = UnderlaidRequest(request, over: host.options(with: credential))
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
            if let paceNumber { host.pacer.note(wait, of: paceNumber) }
            observer.send(event)
        case .progress: observer.send(event)
        case .reply(var reply):
            hasSentOutput = true
            reply.attempts = attempts
            observer.send(.reply(reply))
        }
    }

    private func ended(_ completion: Completion<HTTPError>, _ url: HTTPURL) {
        guard case .failed(var error) = completion else {
            leave(isSuccess: true)
            return observer.complete()
        }
        error.attempts = attempts
        if error.response != nil || error.phase == .receiving { host.pacer.hasAnswered = true }
        let pause = pause(after: error)
        leave(isSuccess: error.response != nil && !error.isRefusedForHaste)
        if error.code == .unauthorized, let credentials, !hasRenewed, !hasSentOutput {
            return renew(credentials, url)
        }
        // A 429 means that the request was not processed; a busy server may have begun to process
        // it.
        let mayRepeat = request.isRepeatable || error.code == .rateLimited
        guard let pause, mayRepeat, !hasSentOutput else { return observer.fail(error) }
        if error.isRefusedForHaste { return enter(url) }
        wait { step in
            let home = Home(exchange: self)
            step.add(
                self.host.pacer.backOff(for: pause, after: error) { home.exchange?.enter(url) })
        }
    }

    /// Returns the wait before the next attempt after `error`; `nil` if there is none.
    ///
    /// If the server is overloaded (429, 503), the wait holds all requests of the pacer.
    private func pause(after error: HTTPError) -> Duration? {
        let pacer = host.pacer
        let wait = retries.wait(
            after: error, at: pacer.scheduler.now, hasAnswered: pacer.hasAnswered)
        guard error.isRefusedForHaste, let pause = wait ?? error.retryAfter else { return wait }
        let isAsked = error.code == .rateLimited || error.retryAfter != nil
        let held = pacer.hold(for: pause, isAsked ? .rateLimited : .backingOff, after: error)
        return wait == nil ? nil : held
    }

    private func leave(isSuccess: Bool) {
        guard let number = paceNumber else { return }
        paceNumber = nil
        if isSuccess { host.pacer.hasAnswered = true }
        host.pacer.note(nil, of: number)
        host.pacer.leave(isSuccess: isSuccess)
    }

    /// Runs `begin` as the new current step.
    private func wait(_ begin: (Disposable) -> Void) {
        let step = Disposable()
        current = step
        begin(step)
    }

    private struct Home: @unchecked Sendable {  // the timer fires on the host's own scheduler
        weak var exchange: HostExchange?
    }
}
