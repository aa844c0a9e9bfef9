import DropboxFeed
import HTTPGateway
import HTTPGatewayTestKit
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import WebServer

@testable import Accounts

/// A provider without a network: it issues, renews and revokes tokens, which live on the clock of a
/// virtual scheduler.
final class ScriptedServer {
    let scheduler: VirtualScheduler
    /// Whether a renewal replaces the refresh token.
    var rotates = false
    /// The lifetime of an access token in seconds.
    var lifetime: Int64 = 14_400
    /// Whether every access token counts as expired.
    var refusesAll = false
    /// The answer to the next requests of the token endpoint, in place of its own.
    var tokenAnswers: [StubResponse] = []
    /// The time until an answer of the token endpoint.
    var tokenDelay = Duration.zero
    var scopes = OAuthProvider.dropbox.scopes
    var account = "dbid:canary-account"

    private(set) var refreshToken = "canary-refresh-0"
    private(set) var renewals = 0
    private var signIns = 0
    private(set) var forms: [[String: String]] = []
    private(set) var revoked: [String] = []
    private var ends: [String: SchedulerInstant] = [:]
    private var issued = 0

    init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

    /// A gateway to the server.
    func gateway() -> GatewayStub { GatewayStub(home: .here) { [self] in try respond(to: $0) } }

    /// Ends the validity of all access tokens.
    func expireTokens() { ends = ends.mapValues { _ in scheduler.now } }

    /// Ends the grant.
    func endGrant() { refreshToken = "ended" }

    func respond(to call: RecordedRequest) throws -> StubResponse {
        switch call.url.path {
        case "/oauth2/token": return answerToken(call)
        case "/revoke":
            revoked.append(form(of: call)["token"] ?? "")
            return StubResponse()
        default: break
        }
        let token = call.headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }
        guard !refusesAll, let end = ends[token ?? ""], scheduler.now < end else {
            let tag = token.map { ends[$0] == nil } == true ? "invalid" : "expired"
            return .text(#"{"error":{".tag":"\#(tag)_access_token"}}"#, status: 401)
        }
        switch call.url.path {
        case "/2/users/get_current_account":
            return .text(
                """
                {"account_id": "\(account)", "email": "ada@example.com",
                 "name": {"display_name": "Ada Park"}, "root_info": {
                 "root_namespace_id": "7", "home_namespace_id": "1"}}
                """)
        case "/2/auth/token/revoke":
            revoked.append(token ?? "")
            return .text("null")
        default: return .text("ok", status: 200)
        }
    }

    /// A new access token, as if it came from an earlier sign-in.
    func issue() -> String {
        issued += 1
        let token = "canary-access-\(issued)"
        ends[token] = scheduler.now.advanced(by: .seconds(lifetime))
        return token
    }

    private func form(of call: RecordedRequest) -> [String: String] {
        decodedForm(String(decoding: call.body, as: UTF8.self))
    }

    private func answerToken(_ call: RecordedRequest) -> StubResponse {
        let form = form(of: call)
        forms.append(form)
        if !tokenAnswers.isEmpty { return tokenAnswers.removeFirst() }
        var members = ""
        if form["grant_type"] == "refresh_token" {
            renewals += 1
            guard form["refresh_token"] == refreshToken else {
                let echo = form["refresh_token"] ?? ""
                return .text(
                    #"{"error":"invalid_grant","error_description":"\#(echo)"}"#, status: 400)
            }
            if rotates {
                refreshToken = "canary-refresh-\(renewals)"
                members = #", "refresh_token": "\#(refreshToken)""#
            }
        } else {
            signIns += 1
            if signIns > 1 { refreshToken = "canary-refresh-of-\(signIns)" }
            members = """
                , "refresh_token": "\(refreshToken)", "scope": "\(scopes.joined(separator: " "))"
                """
        }
        var response = StubResponse.text(
            """
            {"access_token": "\(issue())", "token_type": "bearer", "expires_in": \(lifetime)\
            \(members)}
            """)
        response.delay = tokenDelay
        return response
    }
}

extension OAuthProvider {
    /// Dropbox's description, with a port of the system's choice for the callback.
    static func test(rotates: Bool = false) -> OAuthProvider {
        let dropbox = OAuthProvider.dropbox
        return OAuthProvider(
            authorization: dropbox.authorization, token: dropbox.token, api: dropbox.api,
            scopes: dropbox.scopes, authorizationItems: dropbox.authorizationItems,
            callback: Callback(port: 0, path: "/dropbox"), rotatesRefreshTokens: rotates,
            revocation: dropbox.revocation, identity: dropbox.identity)
    }
}

/// The place of a credential in memory, which may fail.
final class ScriptedPlace: KeyedStoreBackend {
    private let memory = MemoryBackend()
    private let isFull = Guarded(false)

    /// Whether each change fails.
    var refusesChanges: Bool {
        get { isFull.withLock { $0 } }
        set { isFull.withLock { $0 = newValue } }
    }

    /// The credential that is stored.
    var credential: AccountCredential? {
        get { memory.load().flatMap { AccountCredential(json: $0) } }
        set { try? memory.update { _ in newValue.map { .save($0.json) } ?? .erase } }
    }

    /// The store of the account `work` at this place.
    var store: CredentialStore { CredentialStore(of: .test(), in: self, needing: nil) }

    var place: String { "memory" }

    func load() throws(KeyedStoreError) -> [UInt8]? { memory.load() }

    func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        if refusesChanges {
            throw KeyedStoreError(.noSpace, place: place, reason: "it is full", advice: nil)
        }
        try memory.update(change)
    }

    func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
        memory.setAside(data, suffix: suffix)
    }
}
