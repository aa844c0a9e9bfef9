import Scheduling
public import Signals

/// Supplies the credential of a host, and refreshes it when it has expired.
///
/// It is confined to the scheduler of the host.
///
/// A host reads `current` before each attempt. It calls `refresh(_:)` once for all requests that
/// the server has refused with 401 because of one credential; each of them is then sent once more.
public protocol CredentialSource: AnyObject {
    /// The credential to use now; `nil` if there is none yet and the first one has to be fetched.
    var current: Credential? { get }

    /// Fetches a new credential, because the server refused `expired`; sends it, or fails.
    ///
    /// An error with the code `.credentialUnavailable` ends the waiting requests unchanged. Any
    /// other error becomes the cause of an error with this code.
    func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError>
}

/// Shares one refresh among all requests that meet an expired credential.
@Schedulable
final class SharedCredentials: CredentialSource {
    private let source: any CredentialSource
    /// The result of the last refresh, and the source's current credential at that time.
    private var refreshed: (credential: Credential, replaced: Credential?)?
    private var waiting: [Observer<Credential, HTTPError>] = []
    private var refreshInProgress: Disposable?

    init(_ source: any CredentialSource) {
        self.source = source
    }

    /// The refreshed credential, until the source itself changes its current one.
    var current: Credential? {
        checkScheduler()
        let said = source.current
        guard let refreshed, refreshed.replaced == said else { return said }
        return refreshed.credential
    }

    func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal { [self] observer in
            // Another request has refreshed it already: the refused credential is no longer the
            // current one.
            if let current, current != expired {
                observer.send(current)
                return observer.complete()
            }
            waiting.append(observer)
            if refreshInProgress == nil { begin(expired) }
        }
    }

    private func begin(_ expired: Credential?) {
        let subscription = Disposable()
        refreshInProgress = subscription
        let missing = HTTPError(.credentialUnavailable, "the credential was not refreshed")
        subscription.add(
            source.refresh(expired).ending(orFailingWith: missing).observe(
                { [weak self] credential in self?.finishRefresh(.success(credential)) },
                ended: { [weak self] completion in
                    let error =
                        switch completion {
                        case .failed(let error): error
                        case .completed: missing
                        }
                    self?.finishRefresh(.failure(error))
                }))
    }

    private func finishRefresh(_ result: Result<Credential, HTTPError>) {
        guard let refreshInProgress else { return }
        self.refreshInProgress = nil
        let waiting = waiting
        self.waiting = []
        switch result {
        case .success(let credential):
            refreshed = (credential, replaced: source.current)
            for observer in waiting {
                observer.send(credential)
                observer.complete()
            }
        case .failure(let error):
            let failure =
                error.code == .credentialUnavailable
                ? error
                : HTTPError(
                    .credentialUnavailable, "cannot refresh the credential: \(error.reason)",
                    cause: error)
            for observer in waiting { observer.fail(failure) }
        }
        refreshInProgress.dispose()
    }
}
