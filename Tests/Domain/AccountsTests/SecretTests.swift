import DropboxFeed
import HTTPGateway
import KeyedStore
import PhotoFeed
import Testing

@testable import Accounts

@Suite struct SecretTests {
    @Test func noSecretIsPrintedOrDumped() throws {
        let secret = Secret("canary")
        let proof = AuthorizationProof()
        let code = try AuthorizationCode(pasted: "canary")
        let answer = TokenAnswer(
            accessToken: secret, lifetime: 1, refreshToken: secret, scopes: ["a"])
        let credential = AccountCredential.test()
        let request = try AuthorizationRequest(to: .dropbox, appKey: "key", proof: proof)
        var state = SignInState(SignInOptions(provider: "dropbox", scopes: []))
        _ = state.handle(.loaded([.test()]))
        let values: [Any] = [
            secret, code, answer, credential, credential.accessToken, proof, request,
            AuthorizationAnswer.code(code), IssuedToken(secret), state,
            SignInEvent.redeemed(answer, at: 0), SignInEvent.answered(.code(code)),
            SignInEffect.redeem(code, request), SignInEffect.identify(secret),
            SignInEffect.store(.test(), credential, replaces: false),
            SignInEffect.revoke(credential),
            TokenRequest(.refreshToken(secret), to: .dropbox, clientID: "key"),
            FeedCredential(account: FeedAccount(rawValue: "dbid:ada")),
        ]
        for value in values {
            var text = "\(value) \(String(reflecting: value)) "
            dump(value, to: &text)
            #expect(!text.contains("canary"))
            #expect(!text.contains(proof.verifier.reveal()))
        }
    }
}
