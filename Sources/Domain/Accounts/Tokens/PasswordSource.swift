package import HTTPGateway
import KeyedStore
import PhotoFeed
package import Scheduling
package import Signals

/// The stored password of an account, for all hosts of a provider.
///
/// It is read for the first request. A password that the server has refused is not sent again,
/// because servers lock an account after several attempts; another one that was stored meanwhile
/// is used.
///
/// A business-logic service, confined to the scheduler of its hosts.
@Schedulable
package final class PasswordSource: CredentialSource {
    private let store: CredentialStore
    private let user: String
    private let home: SchedulerIsolation
    private var credential: Credential?
    private var refused: Credential?

    /// Creates the source for `account`, whose identifier at the server is its user name.
    package init(of account: Account, in accounts: AccountStore, home: SchedulerIsolation) {
        self.home = home
        store = accounts.credentials(of: account)
        user = account.identity.account.rawValue
    }

    /// The password for a new request; `nil` before it was read, and after a refusal.
    package var current: Credential? {
        checkScheduler()
        return credential
    }

    /// Reads the password; fails if it is the refused one.
    package func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal.deferred { [self] in
            if let expired {
                refused = expired
                credential = nil
            }
            let store = store
            return Signal<AccountCredential?, AccountError>
                .performing(in: home) { () async throws(AccountError) in
                    try await store.credential()
                }
                .mapFailure { Self.failure(FeedError($0), $0.message) }
                .flatMap(.concat) { [self] stored in use(stored) }
        }
    }

    private func use(_ stored: AccountCredential?) -> Signal<Credential, HTTPError> {
        guard let stored, stored.isPassword else {
            return .fail(
                Self.failure(
                    FeedError(
                        AccountError(
                            .credentialMissing, "the account \(store.account) has no password",
                            advice: store.account.loginAdvice)), "no password is stored"))
        }
        let password = Credential.basic(user: user, password: stored.accessToken.secret.reveal())
        guard password != refused else {
            let message =
                "the server has refused the password of the account \(store.account): "
                + store.account.loginAdvice
            return .fail(Self.failure(FeedError(.passwordRefused, message), message))
        }
        credential = password
        return .just(password)
    }

    /// The error of a request that needs the password; its cause determines the error of the feed.
    private static func failure(_ error: FeedError, _ reason: String) -> HTTPError {
        HTTPError(.credentialUnavailable, reason, cause: error)
    }
}
