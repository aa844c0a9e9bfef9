import Foundation
package import HTTPGateway
import KeyedStore
package import PhotoFeed
package import Scheduling
package import Signals

/// Ends the sign-in of an account: ends the grant at the provider, then erases the credential.
///
/// Without an answer of the provider, nothing is erased: the credential could no longer be used to
/// end the grant. `forgets` erases it nevertheless.
///
/// A business-logic service, confined to the scheduler of its gateway.
@Schedulable
package final class SignOut {
    /// The result of a sign-out, after which the credential is erased.
    package enum Outcome: Sendable, Hashable {
        /// The grant has ended.
        case ended
        /// The grant is still valid: the user can end it on the provider's page. The error is the
        /// reason.
        case grantStands(AccountError)
        /// The account had a password, which stays valid at the server.
        case passwordStands
    }

    private let provider: OAuthProvider?
    private let gateway: any RequestGateway
    private let endpoint: HTTPURL?
    private let accounts: AccountStore
    private let wallClock: AccountTokenIssuer.WallClock

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - provider: the description of the provider's sign-in; `nil` for one with passwords.
    ///   - gateway: the gateway that sends the requests.
    ///   - endpoint: the address that replaces the provider's hosts.
    ///   - accounts: the store of the accounts.
    ///   - wallClock: the wall clock of the system, or of a test.
    package init(
        provider: OAuthProvider?, gateway: any RequestGateway, endpoint: HTTPURL? = nil,
        accounts: AccountStore,
        wallClock: @escaping AccountTokenIssuer.WallClock = { Int64(time(nil)) }
    ) {
        self.provider = provider
        self.gateway = gateway
        self.endpoint = endpoint
        self.accounts = accounts
        self.wallClock = wallClock
    }

    /// Returns a signal of the result; it signs out for each subscription.
    ///
    /// - Parameter forgets: whether the credential is erased if the grant cannot be ended.
    package func signOut(
        of account: Account, forgets: Bool
    ) -> Signal<Outcome, AccountError> {
        let accounts = accounts
        return ending(account)
            .catch { error -> Signal<Outcome, AccountError> in
                switch error.code {
                // The grant has ended already, or no credential could end it.
                case .grantRefused, .credentialMissing: .just(.ended)
                default: forgets ? .just(.grantStands(error)) : .fail(error)
                }
            }
            .flatMap(.concat) { outcome in
                accounts.excludingRenewals(of: [account]) {
                    .performing { () async throws(AccountError) in
                        try await accounts.remove(account)
                        return outcome
                    }
                }
            }
    }

    /// Ends the grant, with a token that is renewed once if the server refuses it.
    private func ending(_ account: Account) -> Signal<Outcome, AccountError> {
        guard let provider else { return .just(.passwordStands) }
        do throws(AccountError) {
            let client = try OAuthClient(
                provider: provider, appKey: account.appKey, gateway: gateway, endpoint: endpoint)
            let store = accounts.credentials(of: account)
            let issuer = try AccountTokenIssuer(
                of: account, in: accounts, client: client, wallClock: wallClock)
            func revoke(inPlaceOf refused: Secret<String>?) -> Signal<Void, AccountError> {
                issuer.token(inPlaceOf: refused).flatMap(.concat) { token in
                    Signal.performing { () async throws(AccountError) in
                        try await store.credential()?.refreshToken
                    }
                    .flatMap(.concat) { refreshToken in
                        client.revoke(
                            AccountCredential(
                                refreshToken: refreshToken,
                                accessToken: .init(token.secret, expires: nil, lifetime: nil)))
                    }
                    .catch { error in
                        error.code == .tokenExpired && refused == nil
                            ? revoke(inPlaceOf: token.secret) : .fail(error)
                    }
                }
            }
            return revoke(inPlaceOf: nil).map { .ended }
        } catch {
            return .fail(error)
        }
    }
}
