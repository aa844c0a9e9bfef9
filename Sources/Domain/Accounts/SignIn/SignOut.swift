import DurableFiles
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
    /// The result of a sign-out, after which its credential is erased.
    package enum Outcome: Sendable, Hashable {
        /// The grant has ended.
        case ended
        /// The grant is still valid: the user can end it on the provider's page. The error is the
        /// reason.
        case grantStands(AccountError)
        /// The account had a password, which stays valid at the server.
        case passwordStands
        /// Another sign-in has replaced the credential meanwhile: the new one stays, as does the
        /// account. The error is the reason why the former grant may still be valid; `nil` if it
        /// has ended, or if that sign-in ends it.
        case replaced(AccountError?)

        /// Whether the account stays, because another sign-in has replaced the credential.
        package var isReplaced: Bool {
            if case .replaced = self { true } else { false }
        }

        /// The outcome if another sign-in has replaced the credential meanwhile.
        fileprivate var afterReplacement: Outcome {
            if case .grantStands(let error) = self { .replaced(error) } else { .replaced(nil) }
        }
    }

    /// The outcome of the requests, and the last credential that they have used; the one that was
    /// stored at the beginning if they have used none.
    private struct Ending: Sendable {
        let outcome: Outcome
        let former: FormerCredential

        /// The end after an error; the error itself if nothing may be erased.
        static func after(
            _ error: AccountError, of former: FormerCredential, forgets: Bool
        ) -> Signal<Ending, AccountError> {
            switch error.code {
            // A renewed credential that could not be stored has a cause, and its grant stands.
            case .credentialMissing where error.cause == nil, .grantRefused:
                // The grant has ended already, or no credential could end it.
                .just(Ending(outcome: .ended, former: former))
            default:
                forgets
                    ? .just(Ending(outcome: .grantStands(error), former: former)) : .fail(error)
            }
        }
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
        wallClock: @escaping AccountTokenIssuer.WallClock = { MachineClock.now }
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
        let (accounts, home) = (accounts, gateway.home)
        let store = accounts.credentials(of: account)
        // A renewal in progress ends first: its new refresh token is not that of another sign-in.
        return
            accounts.excludingRenewals(of: [account], home: home) {
                Signal<FormerCredential, AccountError>
                    .performing(in: home) { () async throws(AccountError) in await store.former() }
            }
            .flatMap(.concat) { [self] former -> Signal<Ending, AccountError> in
                ending(account, former, forgets: forgets)
                    .catch { error -> Signal<Ending, AccountError> in
                        Ending.after(error, of: former, forgets: forgets)
                    }
            }
            .flatMap(.concat) { ending in
                accounts.excludingRenewals(of: [account], home: home) {
                    .performing(in: home) { () async throws(AccountError) in
                        let isRemoved = try await accounts.remove(
                            account, unlessReplaced: ending.former)
                        return isRemoved ? ending.outcome : ending.outcome.afterReplacement
                    }
                }
            }
    }

    /// Ends the grant of the credential that was stored at the beginning.
    private func ending(
        _ account: Account, _ former: FormerCredential, forgets: Bool
    ) -> Signal<Ending, AccountError> {
        guard let provider else {
            return .just(Ending(outcome: .passwordStands, former: former))
        }
        do throws(AccountError) {
            let client = try OAuthClient(
                provider: provider, appKey: account.appKey, gateway: gateway, endpoint: endpoint)
            let issuer = try AccountTokenIssuer(
                of: account, in: accounts, client: client, wallClock: wallClock)
            switch former {
            case .stored(let credential):
                return revoke(credential, client, issuer, forgets: forgets)
            case .absent: return .just(Ending(outcome: .ended, former: former))
            case .unreadable(let error): return .fail(error)
            }
        } catch {
            return .fail(error)
        }
    }

    /// Ends a grant, with a token that is renewed once if the server refuses it.
    ///
    /// - Parameter refused: the token that the server has refused; `nil` at the first attempt.
    private func revoke(
        _ former: AccountCredential, inPlaceOf refused: Secret<String>? = nil,
        _ client: OAuthClient, _ issuer: AccountTokenIssuer, forgets: Bool
    ) -> Signal<Ending, AccountError> {
        issuer.credential(after: former, inPlaceOf: refused)
            .flatMap(.concat) { [self] credential -> Signal<Ending, AccountError> in
                guard let credential else {
                    // The sign-in that has replaced the credential ends its grant.
                    return .just(Ending(outcome: .ended, former: .stored(former)))
                }
                return client.revoke(credential)
                    .map { Ending(outcome: .ended, former: .stored(credential)) }
                    .catch { [self] error -> Signal<Ending, AccountError> in
                        error.code == .tokenExpired && refused == nil
                            ? revoke(
                                credential, inPlaceOf: credential.accessToken.secret, client,
                                issuer, forgets: forgets)
                            : Ending.after(error, of: .stored(credential), forgets: forgets)
                    }
            }
            .catch { error -> Signal<Ending, AccountError> in
                Ending.after(error, of: .stored(former), forgets: forgets)
            }
    }
}
