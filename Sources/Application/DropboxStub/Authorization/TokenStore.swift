import Crypto
import Foundation
import Scheduling

/// Authorization codes, access and refresh tokens: RFC 6749 and RFC 7636 as Dropbox speaks them.
final class TokenStore: Sendable {
    static let allScopes = ["account_info.read", "files.metadata.read", "files.content.read"]

    private let acceptedToken: String?
    private let lifetime: Duration
    private let state = Guarded(State())

    /// How long a consent page can be answered, and its code redeemed.
    private static let codeLifetime = Duration.seconds(600)
    /// A stub that runs for months hands out tokens without end: the oldest are forgotten.
    private static let capacity = 10_000

    private struct State: Sendable {
        var pages = Recent<AuthorizationRequest>(capacity: TokenStore.capacity)
        var codes = Recent<AuthorizationRequest>(capacity: TokenStore.capacity)
        var access = Recent<Grant>(capacity: TokenStore.capacity)
        var refresh = Recent<Grant>(capacity: TokenStore.capacity)
    }

    /// What the person at the browser has agreed to.
    struct AuthorizationRequest: Sendable {
        let clientID: String
        let redirectURI: String?
        let challenge: String?
        let challengeIsPlain: Bool
        let isOffline: Bool
        let scopes: [String]
        let state: String?
        var expires = ContinuousClock.now + TokenStore.codeLifetime
    }

    private struct Grant: Sendable {
        let clientID: String
        let scopes: [String]
        var refreshToken: String?
        var expires: ContinuousClock.Instant?
        var isRevoked = false
    }

    /// What a token request is answered with.
    struct Issue: Sendable {
        let accessToken: String
        let refreshToken: String?
        let lifetime: Int
        let scopes: [String]
    }

    init(acceptedToken: String?, lifetime: Duration) {
        self.acceptedToken = acceptedToken
        self.lifetime = lifetime
    }

    // MARK: Calls

    /// Checks the token of a call that needs `scope`.
    func authorize(_ token: String, scope: String?) throws(StubFailure) {
        guard let grant = state.withLock({ $0.access[token] }) else {
            guard let acceptedToken, acceptedToken != token else { return }
            // Dropbox says so of what no token of its own looks like, as one that was cut off.
            let isWellFormed =
                token.utf8.count >= 16 && token.allSatisfy { $0.isASCII && !$0.isWhitespace }
            throw isWellFormed
                ? .unauthorized("invalid_access_token")
                : .badRequest("The given OAuth 2 access token is malformed.")
        }
        if grant.isRevoked {
            throw .unauthorized("invalid_access_token")
        }
        if let expires = grant.expires, expires <= .now {
            throw .unauthorized("expired_access_token")
        }
        if let scope, !grant.scopes.contains(scope) {
            throw .unauthorized("missing_scope", scope: scope)
        }
    }

    /// Ends a token and, as Dropbox does, the refresh token it came from.
    func revoke(_ token: String) {
        state.withLock { state in
            let refreshToken = state.access[token]?.refreshToken
            state.access.update(token) { $0.isRevoked = true }
            if let refreshToken {
                state.refresh.update(refreshToken) { $0.isRevoked = true }
            }
        }
    }

    func expireAll() {
        state.withLock { state in
            state.access.updateAll { $0.expires = .now }
        }
    }

    // MARK: Grants

    /// Notes a request that a person is about to be asked about; the key goes into the page's form.
    ///
    /// A page in a browser that sends the form by itself does not know the key.
    func openPage(for request: AuthorizationRequest) -> String {
        let key = Self.randomText("")
        state.withLock { $0.pages.insert(key, request) }
        return key
    }

    /// Takes the request that a person has decided on, once.
    func closePage(_ key: String) -> AuthorizationRequest? {
        state.withLock { $0.pages.remove(key) }.flatMap { $0.expires > .now ? $0 : nil }
    }

    /// Whether a person who is asked for consent knows the accepted token; anybody does where there is none.
    func isOwner(knowing token: String?) -> Bool {
        guard let acceptedToken else { return true }
        return token.map { Self.challenge(for: $0) == Self.challenge(for: acceptedToken) } ?? false
    }

    var needsOwner: Bool { acceptedToken != nil }

    func issueCode(for request: AuthorizationRequest) -> String {
        let code = Self.randomText("code-")
        state.withLock { $0.codes.insert(code, request) }
        return code
    }

    /// Takes a code, once.
    func redeem(
        code: String, clientID: String, redirectURI: String?, verifier: String?,
        hasSecret: Bool
    ) throws(StubFailure) -> Issue {
        guard let request = state.withLock({ $0.codes.remove(code) }), request.expires > .now
        else { throw .grant("invalid_grant", "code doesn't exist or has expired") }
        guard request.clientID == clientID else {
            throw .grant("invalid_grant", "code was issued to another client")
        }
        guard request.redirectURI == redirectURI else {
            throw .grant("invalid_grant", "redirect_uri mismatch")
        }
        if let challenge = request.challenge {
            guard let verifier, (43...128).contains(verifier.utf8.count) else {
                throw .grant("invalid_grant", "code verifier is missing or malformed")
            }
            let answer = request.challengeIsPlain ? verifier : Self.challenge(for: verifier)
            guard answer == challenge else {
                throw .grant("invalid_grant", "invalid code verifier")
            }
        } else if !hasSecret {
            throw .grant("invalid_client", "no client secret and no code verifier")
        }
        let refreshToken = request.isOffline ? Self.randomText("") : nil
        if let refreshToken {
            let grant = Grant(clientID: clientID, scopes: request.scopes)
            state.withLock { $0.refresh.insert(refreshToken, grant) }
        }
        return issue(
            clientID: clientID, scopes: request.scopes, refreshToken: refreshToken)
    }

    /// Makes a new access token; `scopes` may name fewer than were granted.
    func refresh(
        _ refreshToken: String, clientID: String, scopes: [String]?
    ) throws(StubFailure) -> Issue {
        guard refreshToken.utf8.count >= 16 else {
            throw .grant("invalid_grant", "refresh token is malformed")
        }
        guard let grant = state.withLock({ $0.refresh[refreshToken] }), !grant.isRevoked,
            grant.clientID == clientID
        else { throw .grant("invalid_grant", "refresh token is invalid or revoked") }
        let wanted = scopes ?? grant.scopes
        guard wanted.allSatisfy(grant.scopes.contains) else {
            throw .grant("invalid_scope", "refresh token has no such scope")
        }
        return issue(clientID: clientID, scopes: wanted, refreshToken: refreshToken)
    }

    private func issue(clientID: String, scopes: [String], refreshToken: String?) -> Issue {
        let token = Self.randomText("sl.")
        let grant = Grant(
            clientID: clientID, scopes: scopes, refreshToken: refreshToken,
            expires: .now + lifetime)
        state.withLock { $0.access.insert(token, grant) }
        return Issue(
            accessToken: token, refreshToken: refreshToken,
            lifetime: Int(lifetime.components.seconds), scopes: scopes)
    }

    /// RFC 7636, 4.2.
    static func challenge(for verifier: String) -> String {
        base64URL(Data(SHA256.hash(data: Data(verifier.utf8))))
    }

    private static func randomText(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<33).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return prefix + base64URL(Data(bytes))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

/// A dictionary of bounded size: the entries that were put in first go first.
struct Recent<Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [String: Value] = [:]
    private var order: [String] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(key: String) -> Value? { values[key] }

    mutating func insert(_ key: String, _ value: Value) {
        if values.updateValue(value, forKey: key) == nil {
            order.append(key)
        }
        if order.count >= 2 * capacity {
            for old in order.prefix(capacity) {
                values[old] = nil
            }
            order.removeFirst(capacity)
        }
    }

    mutating func remove(_ key: String) -> Value? { values.removeValue(forKey: key) }

    mutating func update(_ key: String, _ change: (inout Value) -> Void) {
        if var value = values[key] {
            change(&value)
            values[key] = value
        }
    }

    mutating func updateAll(_ change: (inout Value) -> Void) {
        for key in values.keys {
            update(key, change)
        }
    }
}
