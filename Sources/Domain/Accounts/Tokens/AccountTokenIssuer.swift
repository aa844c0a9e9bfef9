import DurableFiles
package import KeyedStore
package import Scheduling
package import Signals

/// Issues the tokens of an account that is signed in.
///
/// It uses the stored access token while that is fresh. Otherwise it requests a new one with the
/// refresh token, under a lock that all processes of the user share. Under the lock it reads the
/// store again, because another process may have renewed the token meanwhile.
///
/// A new refresh token is stored before the token that came with it is used. If that fails, the
/// renewal fails. Without a new refresh token, a store that cannot be written costs other processes
/// a renewal of their own, and nothing else.
@Schedulable
package final class AccountTokenIssuer: TokenIssuer {
    /// The time of the wall clock, in seconds since 1970.
    package typealias WallClock = @Sendable () -> Int64

    private let store: CredentialStore
    private let folder: DurableFolder?
    private let client: OAuthClient
    private let wallClock: WallClock

    /// Creates an issuer.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - accounts: the store of the accounts.
    ///   - client: the client for the provider.
    ///   - wallClock: the wall clock of the system, or of a test.
    package convenience init(
        of account: Account, in accounts: AccountStore, client: OAuthClient,
        wallClock: @escaping WallClock = { MachineClock.now }
    ) throws(AccountError) {
        self.init(
            store: accounts.credentials(of: account),
            lockedIn: try accounts.lockFolder(of: account), client: client, wallClock: wallClock)
    }

    /// Creates an issuer.
    ///
    /// - Parameters:
    ///   - store: the store of the credential.
    ///   - folder: the folder of the lock; `nil` for a store that no other process changes.
    ///   - client: the client for the provider.
    ///   - wallClock: the wall clock of the system, or of a test.
    init(
        store: CredentialStore, lockedIn folder: DurableFolder?, client: OAuthClient,
        wallClock: @escaping WallClock
    ) {
        self.store = store
        self.folder = folder
        self.client = client
        self.wallClock = wallClock
    }

    /// Returns the stored token or a new one; see `TokenIssuer`.
    package func token(inPlaceOf refused: Secret<String>?) -> Signal<IssuedToken, AccountError> {
        // A token that was not refused needs no lock while it is fresh.
        guard refused == nil else { return lockedToken(inPlaceOf: refused) }
        return credential().flatMap(.concat) { [self] credential in
            usable(credential, refused: nil).map { .just($0) } ?? lockedToken(inPlaceOf: nil)
        }
    }

    private func lockedToken(
        inPlaceOf refused: Secret<String>?
    ) -> Signal<IssuedToken, AccountError> {
        RenewalLock.holding(in: folder, home: client.home) { [self] in
            renewedToken(inPlaceOf: refused)
        }
    }

    private func renewedToken(
        inPlaceOf refused: Secret<String>?
    ) -> Signal<IssuedToken, AccountError> {
        credential().flatMap(.concat) { [self] credential -> Signal<IssuedToken, AccountError> in
            if let token = usable(credential, refused: refused) { return .just(token) }
            return renew(credential).map { renewed -> IssuedToken in
                let token = renewed.accessToken
                return IssuedToken(
                    token.secret, remaining: token.lifetime.map { Duration.seconds($0) })
            }
        }
    }

    /// Returns a credential whose token is valid: `former`, the stored one or a renewed one.
    ///
    /// - Parameters:
    ///   - former: the credential that was read before.
    ///   - refused: the token that the server has refused, which is not returned again.
    /// - Returns: a signal of the credential; of `nil` if another sign-in has replaced `former`.
    func credential(
        after former: AccountCredential, inPlaceOf refused: Secret<String>?
    ) -> Signal<AccountCredential?, AccountError> {
        // A token that was not refused needs no lock while it is fresh.
        if usable(former, refused: refused) != nil { return .just(former) }
        return RenewalLock.holding(in: folder, home: client.home) { [self] in
            credential().flatMap(.concat) {
                [self] stored -> Signal<AccountCredential?, AccountError> in
                if stored.isReplacement(of: former) { return .just(nil) }
                if usable(stored, refused: refused) != nil { return .just(stored) }
                return renew(stored).map { Optional($0) }
            }
        }
    }

    private func credential() -> Signal<AccountCredential, AccountError> {
        let store = store
        return .performing(in: client.home) { () async throws(AccountError) in
            if let credential = try await store.credential() { return credential }
            throw AccountError(
                .credentialMissing, "the account \(store.account) is not signed in",
                advice: store.account.loginAdvice)
        }
    }

    /// The stored token, unless it was refused or ends soon.
    private func usable(_ credential: AccountCredential, refused: Secret<String>?) -> IssuedToken? {
        let token = IssuedToken(credential.accessToken, now: wallClock())
        return token.isFresh && token.secret != refused ? token : nil
    }

    /// Requests a new token, and stores its credential.
    private func renew(_ earlier: AccountCredential) -> Signal<AccountCredential, AccountError> {
        guard let refreshToken = earlier.refreshToken else {
            return .fail(
                AccountError(
                    .grantRefused, "the token of the account \(store.account) has expired",
                    advice: store.account.loginAdvice))
        }
        let (account, store, wallClock) = (store.account, store, wallClock)
        return client.renew(by: refreshToken)
            .mapFailure { Self.naming(account, $0) }
            .flatMap(.concat) { [client] answer in
                let credential = answer.credential(after: refreshToken, now: wallClock())
                let isRotated = credential.refreshToken != refreshToken
                return .performing(in: client.home) { () async throws(AccountError) in
                    do throws(AccountError) {
                        try await store.store(credential)
                    } catch {
                        guard !isRotated else { throw Self.lost(account, error) }
                    }
                    return credential
                }
            }
    }

    /// Adds the remedy to a refusal.
    private nonisolated static func naming(
        _ account: AccountName, _ error: AccountError
    ) -> AccountError {
        switch error.code {
        case .grantRefused, .clientRefused, .accessDenied, .scopeMissing:
            AccountError(
                error.code, "the sign-in of the account \(account) has ended: \(error.message)",
                advice: account.loginAdvice, cause: error)
        default: error
        }
    }

    /// The error of a new refresh token that could not be stored: the earlier one has ended.
    private nonisolated static func lost(
        _ account: AccountName, _ error: AccountError
    ) -> AccountError {
        AccountError(
            .credentialMissing,
            "the new credential of the account \(account) could not be stored: \(error.message)",
            advice: "correct this, then \(account.loginAdvice)", cause: error)
    }
}
