import Scheduling
public import Signals

/// Where a host's credential comes from, and comes from again when it has expired.
public protocol CredentialSource: AnyObject {
    /// The credential to use now; `nil` when there is none yet, and one has to be fetched first.
    var current: Credential? { get }

    /// Gets another one, since the server refused `expired`; sends it, or fails.
    func renew(_ expired: Credential?) -> Signal<Credential, HTTPError>
}

/// Renews a credential once for all requests that meet an expired one.
@Schedulable
final class SharedCredentials: CredentialSource {
    private let source: any CredentialSource
    /// What the last renewal brought, and what the source said was current then.
    private var renewed: (credential: Credential, replaced: Credential?)?
    private var waiting: [Observer<Credential, HTTPError>] = []
    private var renewal: Disposable?

    init(_ source: any CredentialSource) {
        self.source = source
    }

    /// The renewed one for as long as the source has not gone on to another itself.
    var current: Credential? {
        checkScheduler()
        let said = source.current
        guard let renewed, renewed.replaced == said else { return said }
        return renewed.credential
    }

    func renew(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal { [self] observer in
            // Somebody else was faster: what the request was refused with is not the current one any more.
            if let current, current != expired {
                observer.send(current)
                return observer.complete()
            }
            waiting.append(observer)
            if renewal == nil { begin(expired) }
        }
    }

    private func begin(_ expired: Credential?) {
        let subscription = Disposable()
        renewal = subscription
        subscription.add(
            source.renew(expired).observe(
                { [weak self] credential in self?.settle(.success(credential)) },
                ended: { [weak self] completion in
                    let error =
                        switch completion {
                        case .failed(let error): error
                        case .completed:
                            HTTPError(.credentialUnavailable, "the credential was not renewed")
                        }
                    self?.settle(.failure(error))
                }))
    }

    private func settle(_ result: Result<Credential, HTTPError>) {
        guard let renewal else { return }
        self.renewal = nil
        let waiting = waiting
        self.waiting = []
        switch result {
        case .success(let credential):
            renewed = (credential, replaced: source.current)
            for observer in waiting {
                observer.send(credential)
                observer.complete()
            }
        case .failure(let error):
            let failure = HTTPError(
                .credentialUnavailable, "the credential could not be renewed: \(error.reason)",
                cause: error)
            for observer in waiting { observer.fail(failure) }
        }
        renewal.dispose()
    }
}
