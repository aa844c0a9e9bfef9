import Scheduling
import Signals

/// One subscription to a host's request: attempts, until one succeeds or no other may follow.
@Schedulable
final class HostExchange<Request: HTTPRequest> {
    private let request: Request
    private let options: HTTPOptions
    private let gateway: any HTTPGateway
    private let address: HostAddress
    private let credentials: (any CredentialSource)?
    private let pacer: HostPacer
    private let observer: Observer<HTTPEvent<Request.Output>, HTTPError>

    private var attempts = 0
    private var credential: Credential?
    private var hasRenewed = false
    private var hasSentOutput = false
    private var holdsPace = false
    /// What is under way: waiting for the pace, a renewal, an attempt.
    private var current: Disposable?

    init(
        _ request: Request, options: HTTPOptions, gateway: any HTTPGateway, address: HostAddress,
        credentials: (any CredentialSource)?, pacer: HostPacer,
        observer: Observer<HTTPEvent<Request.Output>, HTTPError>
    ) {
        self.request = request
        self.options = options
        self.gateway = gateway
        self.address = address
        self.credentials = credentials
        self.pacer = pacer
        self.observer = observer
    }

    func begin() {
        wait { step in
            step.add(
                self.address.resolve { [weak self] result in
                    guard let self else { return }
                    switch result {
                    case .success(let url): authorize(url)
                    case .failure(let error): observer.fail(error)
                    }
                })
        }
    }

    func stop() {
        current?.dispose()
        current = nil
        leave(isSuccess: false)
    }

    /// Gets the first credential, if there has to be one and there is none yet.
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
                self.pacer.enter { [weak self] in
                    self?.holdsPace = true
                    self?.attempt(url)
                })
        }
    }

    private func attempt(_ url: HTTPURL) {
        attempts += 1
        var options = options
        if let credential { options.credential = credential }
        wait { step in
            step.add(
                self.gateway.push(self.request, to: url, options: options).observe(
                    { [weak self] in self?.pass($0) },
                    ended: { [weak self] in self?.ended($0, url) }))
        }
    }

    private func pass(_ event: HTTPEvent<Request.Output>) {
        guard case .reply(var reply) = event else { return observer.send(event) }
        hasSentOutput = true
        reply.attempts = attempts
        observer.send(.reply(reply))
    }

    private func ended(_ completion: Completion<HTTPError>, _ url: HTTPURL) {
        guard case .failed(var error) = completion else {
            leave(isSuccess: true)
            return observer.complete()
        }
        error.attempts = attempts
        let isRefusedForHaste = error.code == .rateLimited || error.code == .serverBusy
        let pause = pause(after: error, isRefusedForHaste)
        leave(isSuccess: !isRefusedForHaste && error.response != nil)
        if error.code == .unauthorized, let credentials, !hasRenewed, !hasSentOutput {
            return renew(credentials, url)
        }
        // What was refused for haste was not carried out; a busy server may have begun with it.
        let mayRepeat = request.isRepeatable || error.code == .rateLimited
        guard let pause, mayRepeat, !hasSentOutput, attempts < policy.attempts else {
            return observer.fail(error)
        }
        if isRefusedForHaste { return enter(url) }
        wait { step in
            let home = Home(exchange: self)
            step.add(self.pacer.backOff(for: pause) { home.exchange?.enter(url) })
        }
    }

    /// How long to wait after `error`, held for everybody if the server asks for it; `nil` if waiting will not help.
    private func pause(after error: HTTPError, _ isRefusedForHaste: Bool) -> Duration? {
        guard error.isRetryable else { return nil }
        if let asked = error.retryAfter, isRefusedForHaste {
            return pacer.hold(for: asked, .rateLimited)
        }
        let backoff = policy.delay(after: attempts)
        return isRefusedForHaste ? pacer.hold(for: backoff, .backingOff) : backoff
    }

    private var policy: HTTPRetry {
        checkScheduler()
        return options.retry ?? request.options.retry ?? HTTPRetry()
    }

    private func leave(isSuccess: Bool) {
        guard holdsPace else { return }
        holdsPace = false
        pacer.leave(isSuccess: isSuccess)
    }

    /// Makes what `begin` starts the one thing that is under way.
    private func wait(_ begin: (Disposable) -> Void) {
        let step = Disposable()
        current = step
        begin(step)
    }

    private struct Home: @unchecked Sendable {  // the alarm rings on the host's own scheduler
        weak var exchange: HostExchange?
    }
}

extension HTTPRetry {
    /// The wait after attempt number `attempt` has failed.
    func delay(after attempt: Int) -> Duration {
        var longest = firstDelay
        for _ in 1..<max(1, min(attempt, 32)) { longest = min(longest * 2, longestDelay) }
        return longest * Double.random(in: 0.5...1)
    }
}
