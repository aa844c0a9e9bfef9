package import HTTPGateway
package import KeyedStore
package import PhotoFeed
package import Scheduling
package import Signals

/// Sends the requests of OAuth 2: exchanges codes, refreshes and revokes tokens, and requests the
/// account of a token.
///
/// A business-logic service, confined to the scheduler of its gateway. It has no state: the caller
/// keeps the tokens. No error contains a secret.
@Schedulable
package final class OAuthClient {
    private let provider: OAuthProvider
    private let clientID: String
    private let endpoint: HTTPURL?
    private let gateway: any RequestGateway
    private let tokenHost: any APIHost

    /// Creates a client for the app `appKey`.
    ///
    /// - Parameters:
    ///   - provider: the provider's description.
    ///   - appKey: the key of the app (`client_id`).
    ///   - gateway: the gateway that sends the requests.
    ///   - endpoint: the address that replaces the provider's hosts.
    /// - Throws: `AccountError` with the code `.insecureAddress`.
    package init(
        provider: OAuthProvider, appKey: String, gateway: any RequestGateway,
        endpoint: HTTPURL? = nil
    ) throws(AccountError) {
        self.provider = provider
        clientID = appKey
        self.endpoint = endpoint
        self.gateway = gateway
        home = gateway.home
        tokenHost = HTTPHost(
            at: try provider.token.base(replacedBy: endpoint), through: gateway)
    }

    /// The isolation domain of the client, which is that of its gateway.
    let home: SchedulerIsolation

    /// Exchanges a code for tokens; a code is valid once.
    package func redeem(
        _ code: AuthorizationCode, of request: AuthorizationRequest
    ) -> Signal<TokenAnswer, AccountError> {
        send(
            .code(code, request.proof, redirect: request.redirect), "exchange the code for a token")
    }

    /// Requests a new access token.
    package func renew(by refreshToken: Secret<String>) -> Signal<TokenAnswer, AccountError> {
        send(.refreshToken(refreshToken), "renew the token")
    }

    private func send(
        _ grant: TokenRequest.Grant, _ purpose: String
    ) -> Signal<TokenAnswer, AccountError> {
        tokenHost.output(of: TokenRequest(grant, to: provider, clientID: clientID))
            .mapFailure { AccountError($0, purpose) }
    }

    /// Requests the account of a token.
    package func identity(
        of accessToken: Secret<String>
    ) -> Signal<AccountIdentity, AccountError> {
        do throws(AccountError) {
            return provider.identity(try apiHost(accessToken)).mapFailure { AccountError($0) }
        } catch {
            return .fail(error)
        }
    }

    /// Ends the grant of a credential, whose access token has to be valid.
    ///
    /// A grant that has ended already counts as a success.
    package func revoke(_ credential: AccountCredential) -> Signal<Void, AccountError> {
        do throws(AccountError) {
            switch provider.revocation {
            case .request(let revoke):
                return revoke(try apiHost(credential.accessToken.secret))
                    .mapFailure { AccountError($0) }
                    .catch { $0.code == .grantRefused ? .just(()) : .fail($0) }
            case .form(let address):
                let host = HTTPHost(
                    at: try address.base(replacedBy: endpoint), through: gateway)
                let token = credential.refreshToken ?? credential.accessToken.secret
                return host.output(
                    of: RevocationRequest(token, to: address, clientID: clientID)
                ).mapFailure { AccountError($0, "end the grant") }
            }
        } catch {
            return .fail(error)
        }
    }

    /// Ends the grant of a credential, whose access token may have expired.
    func end(_ credential: AccountCredential) -> Signal<Void, AccountError> {
        revoke(credential).catch { [self] error in
            guard error.code == .tokenExpired, let refreshToken = credential.refreshToken else {
                return .fail(error)
            }
            return renew(by: refreshToken).flatMap(.concat) { [self] answer in
                revoke(answer.credential(after: refreshToken, now: 0))
            }
        }
    }

    /// The host of the API, with a token that is sent nowhere else.
    private func apiHost(_ accessToken: Secret<String>) throws(AccountError) -> HTTPHost {
        let url = try HTTPURL.forSecrets(provider.api, replacedBy: endpoint)
        let options = HTTPOptions {
            $0.credential = .bearer(accessToken.reveal()).restricted(to: [url.origin])
        }
        return HTTPHost(at: url, through: gateway, options: options)
    }
}
