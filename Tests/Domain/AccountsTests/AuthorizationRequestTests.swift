import DropboxFeed
import HTTPGateway
import KeyedStore
import PhotoFeed
import Testing
import WebServer

@testable import Accounts

@Suite struct AuthorizationRequestTests {
    private func items(_ request: AuthorizationRequest) -> [String: String] {
        decodedForm(request.address.query ?? "")
    }

    @Test func theAddressHasTheItemsOfPKCE() throws {
        let proof = AuthorizationProof()
        let request = try AuthorizationRequest(to: .dropbox, appKey: "k e+y&", proof: proof)
        #expect(request.address.origin.description == "https://www.dropbox.com:443")
        #expect(request.address.path == "/oauth2/authorize")
        #expect(
            items(request) == [
                "client_id": "k e+y&", "response_type": "code",
                "code_challenge": proof.challenge, "code_challenge_method": "S256",
                "state": proof.state.reveal(), "token_access_type": "offline",
                "scope": "account_info.read files.metadata.read files.content.read",
            ])
        #expect(proof.challenge.utf8.count == 43 && proof.state.reveal().utf8.count == 43)
    }

    @Test func aCallbackAddressIsSentOnlyIfThereIsOne() throws {
        let redirect = "http://127.0.0.1:53690/dropbox"
        let request = try AuthorizationRequest(to: .dropbox, appKey: "key", redirect: redirect)
        #expect(items(request)["redirect_uri"] == redirect && request.redirect == redirect)
    }

    @Test func anEndpointReplacesTheHost() throws {
        let endpoint = try HTTPURL("http://127.0.0.1:4711/base")
        let request = try AuthorizationRequest(to: .dropbox, appKey: "key", endpoint: endpoint)
        #expect(
            request.address.string.hasPrefix("http://127.0.0.1:4711/base/oauth2/authorize?client"))
    }

    @Test func plainHTTPToAnotherMachineIsRefused() throws {
        let endpoint = try HTTPURL("http://example.org")
        let error = #expect(throws: AccountError.self) {
            try AuthorizationRequest(to: .dropbox, appKey: "key", endpoint: endpoint)
        }
        #expect(error?.code == .insecureAddress)
    }

    /// The example of RFC 7636, appendix B.
    @Test func theChallengeIsThatOfTheStandard() {
        let verifier = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(
            AuthorizationProof.challenge(for: verifier)
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func aThousandFlowsNeverRepeat() {
        let proofs = (0..<1_000).map { _ in AuthorizationProof() }
        #expect(Set(proofs.flatMap { [$0.verifier, $0.state] }).count == 2_000)
        let allowed = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        #expect(
            proofs.allSatisfy { proof in
                [proof.verifier, proof.state].allSatisfy { secret in
                    secret.reveal().utf8.count == 43
                        && secret.reveal().utf8.allSatisfy(allowed.contains)
                }
            })
    }
}
