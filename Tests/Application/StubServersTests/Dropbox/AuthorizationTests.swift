import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct AuthorizationTests {
    /// The verifier and challenge of RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// Opens the page and presses one of its buttons.
    private func decide(
        _ client: StubClient, _ parameters: String, _ decision: String = "allow",
        token: String? = nil
    ) async throws -> RawReply {
        let page = try await client.raw.send(
            "GET", "/oauth2/authorize?client_id=app&response_type=code&\(parameters)")
        guard let key = page.text.firstMatch(of: /name="page" value="([^"]+)"/)?.output.1 else {
            return page
        }
        var fields = ["page": String(key), "decision": decision]
        fields["token"] = token
        return try await client.form("/oauth2/authorize", fields)
    }

    private func code(
        _ client: StubClient, _ parameters: String, token: String? = nil
    ) async throws -> String {
        let response = try await decide(client, parameters, token: token)
        return response.text.split(separator: " ").last.map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        } ?? ""
    }

    private func tokens(
        _ client: StubClient, scope: String? = nil, token: String? = nil
    ) async throws -> (access: String, refresh: String) {
        let scopes = scope.map { "&scope=" + StubClient.escaped($0) } ?? ""
        let code = try await code(
            client,
            "token_access_type=offline&code_challenge=\(Self.challenge)"
                + "&code_challenge_method=S256" + scopes, token: token)
        let response = try await client.form(
            "/oauth2/token",
            [
                "grant_type": "authorization_code", "code": code, "client_id": "app",
                "code_verifier": Self.verifier,
            ])
        #expect(response.object["token_type"] as? String == "bearer")
        #expect(response.object["expires_in"] as? Int == 14_400)
        #expect((response.object["account_id"] as? String)?.count == 40)
        #expect(response.object["uid"] is String)
        return (
            response.object["access_token"] as? String ?? "",
            response.object["refresh_token"] as? String ?? ""
        )
    }

    private func refresh(
        _ client: StubClient, _ token: String, scope: String? = nil
    ) async throws -> RawReply {
        var fields = ["grant_type": "refresh_token", "refresh_token": token, "client_id": "app"]
        fields["scope"] = scope
        return try await client.form("/oauth2/token", fields)
    }

    private func account(_ client: StubClient, _ token: String) async throws -> RawReply {
        var client = client
        client.token = token
        return try await client.call("users/get_current_account", "null")
    }

    @Test func aCodeWithItsVerifierGivesTokens() async throws {
        try await withStub { _, client in
            let tokens = try await tokens(client)
            #expect(tokens.access.hasPrefix("sl."))
            #expect(try await account(client, tokens.access).status == 200)
        }
    }

    @Test func aCodeIsGoodOnceAndWithItsVerifierOnly() async throws {
        try await withStub { _, client in
            let code = try await code(
                client, "code_challenge=\(Self.challenge)&code_challenge_method=S256")
            let wrong = String(Self.verifier.reversed())
            for verifier in [wrong, Self.verifier] {
                let response = try await client.form(
                    "/oauth2/token",
                    [
                        "grant_type": "authorization_code", "code": code, "client_id": "app",
                        "code_verifier": verifier,
                    ])
                #expect(response.status == 400)
                #expect(response.object["error"] as? String == "invalid_grant")
            }
        }
    }

    @Test func theBrowserIsSentBackWithCodeAndState() async throws {
        try await withStub { _, client in
            let response = try await decide(
                client, "state=a%26b&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fdone%3Fx%3D1")
            let location = try #require(response.headers["location"])
            #expect(response.status == 302)
            #expect(location.hasPrefix("http://localhost:9/done?x=1&code="))
            #expect(location.hasSuffix("&state=a%26b"))
        }
    }

    @Test func anExpiredTokenIsRefreshed() async throws {
        try await withStub { stub, client in
            let tokens = try await tokens(client)
            try stub.apply(.expireTokens)
            let expired = try await account(client, tokens.access)
            #expect(expired.status == 401)
            #expect(expired.errorTags == "expired_access_token")
            let response = try await refresh(client, tokens.refresh)
            #expect(
                Set(response.object.keys) == ["access_token", "token_type", "expires_in"])
            let refreshed = try #require(response.object["access_token"] as? String)
            #expect(try await account(client, refreshed).status == 200)
        }
    }

    @Test func tokensExpireByThemselves() async throws {
        try await withStub(configure: { $0.tokenLifetime = .zero }) { _, client in
            let code = try await code(
                client, "code_challenge=\(Self.verifier)&code_challenge_method=plain")
            let response = try await client.form(
                "/1/oauth2/token",
                [
                    "grant_type": "authorization_code", "code": code, "client_id": "app",
                    "code_verifier": Self.verifier,
                ])
            let token = try #require(response.object["access_token"] as? String)
            #expect(response.object["refresh_token"] == nil)
            #expect(try await account(client, token).errorTags == "expired_access_token")
        }
    }

    @Test func revokingATokenEndsItsRefreshToken() async throws {
        try await withStub { _, client in
            let tokens = try await tokens(client)
            var owner = client
            owner.token = tokens.access
            #expect(try await owner.call("auth/token/revoke", "null").status == 200)
            #expect(
                try await account(client, tokens.access).errorTags == "invalid_access_token")
            let response = try await refresh(client, tokens.refresh)
            #expect(response.object["error"] as? String == "invalid_grant")
            #expect(
                response.object["error_description"] as? String
                    == "refresh token is invalid or revoked")
        }
    }

    @Test func aNarrowedTokenLacksTheOtherScopes() async throws {
        try await withStub { _, client in
            let tokens = try await tokens(client)
            let response = try await refresh(client, tokens.refresh, scope: "files.metadata.read")
            let narrow = try #require(response.object["access_token"] as? String)
            let refused = try await account(client, narrow)
            #expect(refused.status == 401)
            #expect(refused.text.contains(#""required_scope":"account_info.read""#))
            let wider = try await refresh(client, tokens.refresh, scope: "files.content.write")
            #expect(wider.object["error"] as? String == "invalid_scope")
        }
    }

    @Test(arguments: ["short", "a-refresh-token-that-nobody-issued"])
    func otherRefreshTokensAreRefused(token: String) async throws {
        try await withStub { _, client in
            let response = try await refresh(client, token)
            #expect(response.status == 400)
            #expect(response.object["error"] as? String == "invalid_grant")
        }
    }

    @Test func aSecretComesInTheFormOrByBasicAndMustBeRight() async throws {
        let application = StubApplication(key: "app", secret: "secret")
        try await withStub(configure: { $0.application = application }) { _, client in
            for (secret, status) in [("secret", 200), ("wrong", 400)] {
                let fields = ["grant_type": "authorization_code"]
                let inForm = try await client.form(
                    "/oauth2/token",
                    fields.merging(
                        [
                            "client_id": "app", "client_secret": secret,
                            "code": try await code(client, ""),
                        ]) { $1 })
                #expect(inForm.status == status)
                let basic = Data("app:\(secret)".utf8).base64EncodedString()
                let byBasic = try await client.form(
                    "/oauth2/token", fields.merging(["code": try await code(client, "")]) { $1 },
                    headers: ["Authorization": "Basic \(basic)"])
                #expect(byBasic.status == status)
                if status == 400 {
                    #expect(byBasic.object["error"] as? String == "invalid_client")
                }
            }
        }
    }

    @Test func withAnAcceptedTokenAllOthersAreRefused() async throws {
        try await withStub(configure: { $0.acceptedToken = "the-token" }) { _, client in
            #expect(try await account(client, "the-token").status == 200)
            let refused = try await account(client, "another-token-entirely")
            #expect(refused.status == 401)
            #expect(refused.errorTags == "invalid_access_token")
            let cutOff = try await account(client, "the-tok")
            #expect(cutOff.status == 400)
            #expect(cutOff.text == "The given OAuth 2 access token is malformed.")
        }
    }

    @Test func aPersonIsAskedAndMayDeny() async throws {
        try await withStub { _, client in
            let page = try await client.raw.send(
                "GET", "/oauth2/authorize?client_id=%3Cb%3Eapp&response_type=code")
            #expect(page.status == 200)
            #expect(page.text.contains(">Allow</button>") && page.text.contains(">Deny</button>"))
            #expect(page.text.contains("&lt;b&gt;app") && !page.text.contains("authorization code"))
            let marked = try await client.raw.send(
                "GET", "/oauth2/authorize?client_id=%3C%CC%81b%3E&response_type=code")
            #expect(marked.text.contains("<b>&lt;\u{301}b&gt;</b>"), "\(marked.text)")
            let redirect = "state=s&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fdone"
            let denied = try await decide(client, redirect, "deny")
            #expect(denied.status == 302)
            let location = denied.headers["location"] ?? ""
            #expect(location.hasPrefix("http://localhost:9/done?error=access_denied&"))
            #expect(location.hasSuffix("&state=s") && !location.contains("code="))
        }
    }

    @Test func aPageIsAnsweredOnce() async throws {
        try await withStub { _, client in
            for key in ["", "made-up"] {
                let response = try await client.form(
                    "/oauth2/authorize", ["page": key, "decision": "allow"])
                #expect(response.status == 400)
            }
        }
    }

    @Test func withAnAcceptedTokenOnlyItsOwnerCanAllowTheConfiguredApplication() async throws {
        let token = "the-token-of-the-stub"
        try await withStub(configure: { $0.acceptedToken = token }) { _, client async throws in
            #expect(try await decide(client, "", token: token).status == 400)
        }
        let application = StubApplication(key: "app", secret: "secret")
        try await withStub(configure: {
            $0.acceptedToken = token
            $0.application = application
        }) { _, client in
            let query = "code_challenge=\(Self.challenge)&code_challenge_method=S256"
            for guess in [nil, "", "another-token-entirely"] {
                let response = try await decide(client, query, token: guess)
                #expect(response.status == 403)
                #expect(!response.text.contains("code-"))
            }
            let other = try await client.raw.send(
                "GET", "/oauth2/authorize?client_id=other&response_type=code")
            #expect(other.status == 400)
            let issued = try await tokens(client, token: token)
            #expect(try await account(client, issued.access).status == 200)
        }
    }

    @Test func eachTokenOpensItsOwnAccount() async throws {
        let bob = StubAccount(
            token: "token-of-bob", name: "Bob", source: .generated(photos: 2, seed: 9))
        try await withStub(configure: { $0.accounts = [bob] }) { _, client in
            var names: [String: String] = [:]
            for token in ["any", "token-of-bob"] {
                var client = client
                client.token = token
                let account = try await client.call("users/get_current_account", "null")
                let id = try #require(account.object["account_id"] as? String)
                #expect(id.utf8.count == 40)
                names[id] = account.object["email"] as? String
                let files = try await client.call(
                    "files/list_folder", #"{"path": "", "recursive": true}"#
                ).entries.filter { $0[".tag"] as? String == "file" }
                #expect(files.count == (token == "any" ? 24 : 2))
            }
            #expect(Set(names.values) == ["ada@example.com", "bob@example.com"])
        }
    }

    @Test func withoutAuthorizationThereIsA400() async throws {
        try await withStub { _, client in
            for value in ["", "Bearer", "Digest x"] {
                let response = try await client.call(
                    "files/list_folder", #"{"path": ""}"#, headers: ["Authorization": value])
                #expect(response.status == 400)
                #expect(response.text.contains("Authorization"))
            }
        }
    }

    @Test func aVoidCallComesWithNullOrWithNothing() async throws {
        try await withStub { _, client in
            let empty = try await client.call(
                "users/get_current_account", "", headers: ["Content-Type": ""])
            let account = empty.object
            #expect(empty.status == 200)
            #expect((account["account_id"] as? String)?.count == 40)
            #expect((account["root_info"] as? [String: Any])?[".tag"] as? String == "user")
            #expect(try await self.account(client, "x").object.keys == account.keys)
        }
    }

    @Test func checkUserAnswersWithTheQuery() async throws {
        try await withStub { _, client in
            let response = try await client.call("check/user", #"{"query": "grüezi"}"#)
            #expect(response.object["result"] as? String == "grüezi")
            let application = try await client.call(
                "check/app", #"{"query": "a"}"#, headers: ["Authorization": "Basic YTpi"])
            #expect(application.object["result"] as? String == "a")
            let long = String(repeating: "x", count: 501)
            #expect(try await client.call("check/user", #"{"query": "\#(long)"}"#).status == 400)
        }
    }

    @Test func theOwnerOfATeamSeesItsFilesByThePathRoot() async throws {
        try await withStub(
            photos: 3, configure: { $0.teamSource = .generated(photos: 5, seed: 9) }
        ) { _, client in
            let account = try await client.call("users/get_current_account", "null")
            let info = try #require(account.object["root_info"] as? [String: Any])
            let home = try #require(info["home_namespace_id"] as? String)
            let root = try #require(info["root_namespace_id"] as? String)
            #expect(info[".tag"] as? String == "team" && home != root)
            #expect(info["home_path"] as? String == "/Ada Park")
            for (header, count) in [
                ("", 3), (#"{".tag": "home"}"#, 3),
                (#"{".tag": "namespace_id", "namespace_id": "\#(home)"}"#, 3),
                (#"{".tag": "namespace_id", "namespace_id": "\#(root)"}"#, 5),
                (#"{".tag": "root", "root": "\#(root)"}"#, 5),
            ] {
                let reply = try await client.call(
                    "files/list_folder", #"{"path": "", "recursive": true}"#,
                    headers: header.isEmpty ? [:] : ["Dropbox-API-Path-Root": header])
                let files = reply.entries.filter { $0[".tag"] as? String == "file" }
                #expect(files.count == count, "\(header)")
            }
            let stale = try await client.call(
                "files/list_folder", #"{"path": ""}"#,
                headers: ["Dropbox-API-Path-Root": #"{".tag": "root", "root": "\#(home)"}"#])
            #expect(stale.status == 422)
            let error = try #require(stale.object["error"] as? [String: Any])
            #expect(error[".tag"] as? String == "invalid_root")
            let present = try #require(error["invalid_root"] as? [String: Any])
            #expect(present["root_namespace_id"] as? String == root)
            #expect(present[".tag"] as? String == "team")
        }
    }

    @Test(arguments: [
        (#"{".tag": "home"}"#, 200), (#"{".tag": "root", "root": "1900513"}"#, 200),
        (#"{".tag": "namespace_id", "namespace_id": "1900513"}"#, 200),
        (#"{".tag": "root", "root": "5"}"#, 422), ("nonsense", 400),
        (#"{".tag": "namespace_id", "namespace_id": "5"}"#, 422),
    ])
    func thePathRootMustBeTheAccounts(header: String, status: Int) async throws {
        try await withStub { _, client in
            let response = try await client.call(
                "files/list_folder", #"{"path": ""}"#,
                headers: ["Dropbox-API-Path-Root": header])
            #expect(response.status == status)
        }
    }
}
