import Accounts
import HTTPGateway
import KeyedStore
import PhotoFeed
import ProgramServices

extension ServerConfiguration {
    /// Makes the source of the access tokens, or of the password of an account; `nil` for a
    /// credential that does not change.
    ///
    /// - Parameters:
    ///   - gateway: the gateway that sends the renewals.
    ///   - accounts: the store of the credentials.
    /// - Throws: `AccountError`.
    func makeTokenSource(
        over gateway: any RequestGateway, _ accounts: AccountStore
    ) throws(AccountError) -> (any CredentialSource)? {
        switch access {
        case .none: return nil
        case .credential(let credential, let renewal):
            guard let renewal else { return nil }
            return TokenSource(
                issuer: CommandTokenIssuer(home: gateway.home, renewal), home: gateway.home,
                first: IssuedToken(Secret(credential.secret)))
        case .account(let account):
            guard provider.credentialForm == .accessToken else {
                return PasswordSource(of: account, in: accounts, home: gateway.home)
            }
            guard let signIn = provider.signIn else { return nil }
            let client = try OAuthClient(
                provider: signIn, appKey: account.appKey, gateway: gateway, endpoint: endpoint)
            return TokenSource(
                issuer: try AccountTokenIssuer(of: account, in: accounts, client: client),
                home: gateway.home)
        }
    }
}
