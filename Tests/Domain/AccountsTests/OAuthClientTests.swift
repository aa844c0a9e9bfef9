import HTTPGateway
import HTTPGatewayTestKit
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

@Suite struct OAuthClientTests {
    private let scheduler = VirtualScheduler()

    private func client(
        _ provider: OAuthProvider = .test(), _ gateway: GatewayStub
    ) throws -> OAuthClient {
        try OAuthClient(provider: provider, appKey: "key", gateway: gateway)
    }

    /// The result of a request to a scripted token endpoint.
    private func renew(
        _ provider: OAuthProvider = .test(),
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) throws -> (error: AccountError?, count: Int) {
        try scheduler.enter {
            let gateway = GatewayStub(home: .here, respond)
            let events = Events(try client(provider, gateway).renew(by: Secret("canary-refresh")))
            scheduler.run()
            return (events.error, gateway.calls.count)
        }
    }

    @Test func aCodeIsRedeemedWithItsVerifier() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let request = try AuthorizationRequest(
                to: .test(), appKey: "key", redirect: "http://127.0.0.1:1/dropbox")
            let code = try AuthorizationCode(pasted: "canary-code&=")
            let events = Events(try client(.test(), gateway).redeem(code, of: request))
            scheduler.run()
            #expect(
                server.forms == [
                    [
                        "grant_type": "authorization_code", "code": "canary-code&=",
                        "client_id": "key", "redirect_uri": "http://127.0.0.1:1/dropbox",
                        "code_verifier": request.proof.verifier.reveal(),
                    ]
                ])
            #expect(events.values.first?.refreshToken == Secret("canary-refresh-0"))
            let call = try #require(gateway.calls.first)
            #expect(call.url.string == "https://api.dropboxapi.com/oauth2/token")
            #expect(call.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(call.headers["authorization"] == nil)
        }
    }

    @Test func aRenewalSendsTheRefreshToken() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let events = Events(
                try client(.test(), server.gateway()).renew(by: Secret("canary-refresh-0")))
            scheduler.run()
            #expect(
                server.forms == [
                    [
                        "grant_type": "refresh_token", "refresh_token": "canary-refresh-0",
                        "client_id": "key",
                    ]
                ])
            #expect(events.values.first?.refreshToken == nil)
            #expect(events.values.first?.lifetime == 14_400)
        }
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_grant","error_description":"canary-refresh"}"#, "grantRefused"),
        (400, #"{"error":"invalid_client"}"#, "clientRefused"),
        (401, #"{"error":"invalid_client"}"#, "clientRefused"), (401, "", "clientRefused"),
        (400, #"{"error":"unauthorized_client"}"#, "clientRefused"),
        (400, #"{"error":"invalid_scope"}"#, "scopeMissing"),
        (400, #"{"error":"access_denied"}"#, "accessDenied"), (403, "", "clientRefused"),
        (400, #"{"error":"invalid_request"}"#, "requestRefused"),
        (400, #"{"error":"unsupported_grant_type"}"#, "requestRefused"),
        (400, #"{"error":"canary-refresh"}"#, "requestRefused"),
        (400, "canary-refresh", "requestRefused"), (404, "", "requestRefused"),
        (429, "", "rateLimited"), (503, "", "rateLimited"), (500, "", "network"),
        (200, "canary-refresh", "malformedAnswer"),
        (200, #"{"canary-refresh":!}"#, "malformedAnswer"),
        (302, "", "malformedAnswer"),
        (200, String(repeating: " ", count: 70_000), "malformedAnswer"),
    ])
    func aRefusalHasItsCodeAndShowsNoSecret(
        _ status: Int, _ body: String, _ code: String
    ) throws {
        let (error, _) = try renew { _ in
            var headers: HTTPHeaders = ["Retry-After": "900"]
            if status == 302 { headers = ["Location": "https://example.org/canary-refresh"] }
            return .text(body, status: status, headers: headers)
        }
        #expect(error?.code.name == code)
        var text = "\(String(describing: error))"
        dump(error, to: &text)
        #expect(!text.contains("canary"))
    }

    @Test func aLostConnectionIsANetworkError() throws {
        let (error, count) = try renew { _ in
            throw HTTPError(.connectionLost, "gone", phase: .awaiting)
        }
        #expect(error?.code == .network && count == 4)
    }

    @Test func aRenewalThatReplacesTheRefreshTokenIsNotSentTwice() throws {
        let (error, count) = try renew(.test(rotates: true)) { _ in
            throw HTTPError(.connectionLost, "gone", phase: .awaiting)
        }
        #expect(error?.code == .network && count == 1)
    }

    @Test func aSilentTokenEndpointIsLeftWithinTwoMinutes() throws {
        let (error, _) = try renew { _ in StubResponse(delay: .seconds(10_000)) }
        #expect(error?.code == .network)
        #expect(scheduler.now.nanoseconds <= 121_000_000_000)
    }

    @Test func theAccountOfATokenIsDescribed() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let token = Secret(server.issue())
            let events = Events(try client(.test(), server.gateway()).identity(of: token))
            scheduler.run()
            #expect(
                events.values == [
                    AccountIdentity(
                        account: FeedAccount(rawValue: "dbid:canary-account"), name: "Ada Park",
                        email: "ada@example.com", teamSpace: "7")
                ])
        }
    }

    @Test(arguments: [
        ("invalid_access_token", "grantRefused"), ("expired_access_token", "tokenExpired"),
        ("missing_scope", "scopeMissing"), ("user_suspended", "grantRefused"),
    ])
    func aRefusedTokenHasItsCode(_ tag: String, _ code: String) throws {
        try scheduler.enter {
            let gateway = GatewayStub(home: .here) { _ in
                .text(#"{"error":{".tag":"\#(tag)"},"error_summary":"canary-4711"}"#, status: 401)
            }
            let events = Events(try client(.test(), gateway).identity(of: Secret("canary-4711")))
            scheduler.run()
            #expect(events.error?.code.name == code)
            #expect(!"\(String(describing: events.error))".contains("4711"))
            #expect(gateway.calls.count == 1)
        }
    }

    @Test func anAccessTokenIsSentToTheOriginOfTheAPIOnly() throws {
        try scheduler.enter {
            let other = GatewayStub(home: .here) { _ in .text("{}") }
            let client = try OAuthClient(
                provider: .test(), appKey: "key",
                gateway: DivertingGateway(other, to: HTTPURL("https://other.example.org/")))
            let identity = Events(client.identity(of: Secret("canary-access")))
            let revocation = Events(client.revoke(.test()))
            scheduler.run()
            let cause = identity.error?.cause as? FeedError
            #expect((cause?.cause as? HTTPError)?.code == .insecureCredential)
            #expect(revocation.completion != nil)
            #expect(other.calls.isEmpty)
        }
    }

    @Test func aGrantIsEndedWithItsAccessToken() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let client = try client(.test(), server.gateway())
            let token = server.issue()
            let valid = Events(client.revoke(.test(token)))
            let unknown = Events(client.revoke(.test("unknown")))
            scheduler.run()
            #expect(valid.completion == .completed && unknown.completion == .completed)
            #expect(server.revoked == [token])
            server.expireTokens()
            let expired = Events(client.revoke(.test(token)))
            scheduler.run()
            #expect(expired.error?.code == .tokenExpired)
            let renewed = Events(client.end(.test(token, refresh: "canary-refresh-0")))
            let online = Events(client.end(.test(token, refresh: nil)))
            scheduler.run()
            #expect(renewed.completion == .completed)
            #expect(server.revoked == [token, "canary-access-2"])
            #expect(online.error?.code == .tokenExpired && server.renewals == 1)
        }
    }

    @Test func aGrantIsEndedByAFormWhereTheProviderHasOne() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let dropbox = OAuthProvider.test()
            let provider = OAuthProvider(
                authorization: dropbox.authorization, token: dropbox.token, api: dropbox.api,
                scopes: [], callback: dropbox.callback,
                revocation: .form(.init(host: dropbox.api, path: "revoke")),
                identity: dropbox.identity)
            let client = try client(provider, server.gateway())
            let events = [AccountCredential.test(), .test(refresh: nil)].map {
                Events(client.revoke($0))
            }
            scheduler.run()
            #expect(events.allSatisfy { $0.completion == .completed })
            #expect(server.revoked == ["canary-refresh", "canary-access"])
        }
    }

    @Test func secretsAreNotSentOverPlainHTTP() {
        scheduler.enter {
            let gateway = GatewayStub(home: .here) { _ in .text("") }
            let error = #expect(throws: AccountError.self) {
                try OAuthClient(
                    provider: .test(), appKey: "key", gateway: gateway,
                    endpoint: HTTPURL("http://example.org"))
            }
            #expect(error?.code == .insecureAddress && gateway.calls.isEmpty)
        }
    }
}
