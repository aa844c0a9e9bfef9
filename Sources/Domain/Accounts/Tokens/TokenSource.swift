package import HTTPGateway
import KeyedStore
import PhotoFeed
package import Scheduling
package import Signals

/// The access tokens of an account, for all hosts of a provider.
///
/// A token is renewed 300 s before its end, and when the server refuses it. However many requests
/// meet the end of a token, its issuer is asked once, and all of them continue with the new token.
/// A refused renewal fails them at once, and each later one.
///
/// The lifetime of a token counts on the scheduler's monotonic clock.
///
/// ```swift
/// let tokens = TokenSource(issuer: issuer, home: gateway.home)
/// let connection = FeedConnection(
///     gateway: gateway, credential: account.feedCredential, credentials: tokens)
/// ```
///
/// A business-logic service, confined to the scheduler of its hosts.
@Schedulable
package final class TokenSource: CredentialSource {
    private let issuer: any TokenIssuer
    private let scheduler: any Scheduler
    private var state: TokenState
    private var waiting: [Observer<Credential, HTTPError>] = []
    private let renewal = Disposable()

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - issuer: the origin of the tokens.
    ///   - home: the scheduler of the hosts.
    ///   - first: the first token; `nil` if the first request asks the issuer for it.
    package init(issuer: any TokenIssuer, home: SchedulerIsolation, first: IssuedToken? = nil) {
        self.issuer = issuer
        scheduler = home.scheduler
        state = TokenState(first, at: scheduler.now)
    }

    /// The token for a new request; see `CredentialSource`.
    package var current: Credential? {
        checkScheduler()
        return state.current(at: scheduler.now)
    }

    /// Renews the token; see `CredentialSource`.
    package func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal { [self] observer in
            switch state.demanded(expired, at: scheduler.now) {
            case .token(let credential):
                observer.send(credential)
                observer.complete()
            case .failure(let error): observer.fail(Self.failure(error))
            case .wait: waiting.append(observer)
            case .begin(let refused):
                waiting.append(observer)
                begin(refused)
            }
        }
    }

    private func begin(_ refused: Secret<String>?) {
        var issued: IssuedToken?
        let missing = AccountError(.serviceUnavailable, "the token was not renewed")
        issuer.token(inPlaceOf: refused).ending(orFailingWith: missing).observe(
            within: renewal, { issued = $0 },
            ended: { [weak self] completion in
                guard let self else { return }
                switch (completion, issued) {
                case (.completed, .some(let token)):
                    finish(state.issued(token, at: scheduler.now))
                case (.completed, nil):
                    finish(state.failed(missing, at: scheduler.now))
                case (.failed(let error), _):
                    finish(state.failed(error, at: scheduler.now))
                }
            })
    }

    private func finish(_ result: Result<Credential, AccountError>) {
        let waiting = waiting
        self.waiting = []
        for observer in waiting {
            switch result {
            case .success(let credential):
                observer.send(credential)
                observer.complete()
            case .failure(let error): observer.fail(Self.failure(error))
            }
        }
    }

    /// The error of a request that needs a token; its cause determines the error of the feed.
    private static func failure(_ error: AccountError) -> HTTPError {
        HTTPError(.credentialUnavailable, error.message, cause: FeedError(error))
    }
}
