import Digests
import Foundation
import Scheduling
import TextFormats

/// The store of authorization codes, access tokens and refresh tokens.
///
/// It follows RFC 6749 and RFC 7636 in the manner of Dropbox.
final class TokenStore: Sendable {
    static let allScopes = ["account_info.read", "files.metadata.read", "files.content.read"]

    private let acceptedToken: String?
    private let lifetime: Duration
    private let now: Clock
    private let state = Guarded(State())

    /// Returns the present moment.
    typealias Clock = @Sendable () -> ContinuousClock.Instant

    /// The time within which a consent page must be answered and its code redeemed.
    private static let codeLifetime = Duration.seconds(600)
    /// The capacity for pages, codes and tokens, so that a stub can run for months.
    private static let capacity = 10_000

    private struct State: Sendable {
        var pages = FIFOCache<AuthorizationRequest>(capacity: TokenStore.capacity)
        var codes = FIFOCache<AuthorizationRequest>(capacity: TokenStore.capacity)
        var access = FIFOCache<Grant>(capacity: TokenStore.capacity)
        var refresh = FIFOCache<Grant>(capacity: TokenStore.capacity)
    }

    /// A request for authorization, shown to the user on the consent page.
    struct AuthorizationRequest: Sendable {
        let clientID: String
        let redirectURI: String?
        let challenge: String?
        let challengeIsPlain: Bool
        let isOffline: Bool
        let scopes: [String]
        let state: String?
        /// The end of the time for the page and its code; set when the page is opened.
        var expires: ContinuousClock.Instant?
    }

    private struct Grant: Sendable {
        let clientID: String
        let scopes: [String]
        var refreshToken: String?
        var expires: ContinuousClock.Instant?
        var isRevoked = false
    }

    /// The content of the answer to a token request.
    struct TokenResponse: Sendable {
        let accessToken: String
        let refreshToken: String?
        let lifetime: Int
        let scopes: [String]
    }

    init(acceptedToken: String?, lifetime: Duration, now: @escaping Clock) {
        self.acceptedToken = acceptedToken
        self.lifetime = lifetime
        self.now = now
    }

    // MARK: Calls

    /// Checks the token of a call that needs `scope`; `nil` is a call that needs none.
    func authorize(_ token: String, scope: String?) throws(StubErrorResponse) {
        guard let grant = state.withLock({ $0.access[token] }) else {
            guard let acceptedToken, acceptedToken != token else { return }
            // Dropbox answers 400 to text that does not look like one of its tokens, such as a
            // truncated token.
            let isWellFormed =
                token.utf8.count >= 16 && token.allSatisfy { $0.isASCII && !$0.isWhitespace }
            throw isWellFormed
                ? .unauthorized("invalid_access_token")
                : .badRequest("The given OAuth 2 access token is malformed.")
        }
        if grant.isRevoked {
            throw .unauthorized("invalid_access_token")
        }
        if let expires = grant.expires, expires <= now() {
            throw .unauthorized("expired_access_token")
        }
        if let scope, !grant.scopes.contains(scope) {
            throw .unauthorized("missing_scope", scope: scope)
        }
    }

    /// Revokes a token and, like Dropbox, its refresh token with all access tokens of that.
    func revoke(_ token: String) {
        state.withLock { state in
            state.access.update(token) { $0.isRevoked = true }
            guard let refreshToken = state.access[token]?.refreshToken else { return }
            state.refresh.update(refreshToken) { $0.isRevoked = true }
            state.access.updateAll {
                if $0.refreshToken == refreshToken { $0.isRevoked = true }
            }
        }
    }

    /// The refresh tokens that are valid.
    var refreshTokens: Set<String> {
        state.withLock { $0.refresh.keys { !$0.isRevoked } }
    }

    func expireAll() {
        let now = self.now()
        state.withLock { state in
            state.access.updateAll { $0.expires = now }
        }
    }

    // MARK: Grants

    /// Stores a request for consent, and returns the key for the form of its page.
    ///
    /// A page of another origin that submits the form by itself does not have the key.
    func openPage(for request: AuthorizationRequest) -> String {
        let key = Self.randomText("")
        var request = request
        request.expires = now() + Self.codeLifetime
        let opened = request
        state.withLock { $0.pages.insert(key, opened) }
        return key
    }

    /// Removes and returns the request of a page; `nil` if it is unknown or has expired.
    func closePage(_ key: String) -> AuthorizationRequest? {
        state.withLock { $0.pages.remove(key) }.flatMap { isOpen($0) ? $0 : nil }
    }

    private func isOpen(_ request: AuthorizationRequest) -> Bool {
        request.expires.map { $0 > now() } ?? false
    }

    /// Whether `token` is the accepted token; `true` if the stub has none.
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

    /// Exchanges a code for tokens; each code can be used once.
    func redeem(
        code: String, clientID: String, redirectURI: String?, verifier: String?,
        hasSecret: Bool
    ) throws(StubErrorResponse) -> TokenResponse {
        guard let request = state.withLock({ $0.codes.remove(code) }), isOpen(request)
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

    /// Issues a new access token; `scopes` may name fewer scopes than were granted.
    func refresh(
        _ refreshToken: String, clientID: String, scopes: [String]?
    ) throws(StubErrorResponse) -> TokenResponse {
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

    private func issue(clientID: String, scopes: [String], refreshToken: String?) -> TokenResponse {
        let token = Self.randomText("sl.")
        let grant = Grant(
            clientID: clientID, scopes: scopes, refreshToken: refreshToken,
            expires: now() + lifetime)
        state.withLock { $0.access.insert(token, grant) }
        return TokenResponse(
            accessToken: token, refreshToken: refreshToken,
            lifetime: Int(lifetime.components.seconds), scopes: scopes)
    }

    /// The code challenge for `verifier` (RFC 7636, 4.2).
    static func challenge(for verifier: String) -> String {
        Base64.text(of: SHA256.digest(of: verifier.utf8), .urlSafe, isPadded: false)
    }

    private static func randomText(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<33).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return prefix + Base64.text(of: bytes, .urlSafe, isPadded: false)
    }
}

/// A dictionary of bounded size that drops its oldest entries.
///
/// When it reaches twice its capacity, it drops the older half.
struct FIFOCache<Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [String: Value] = [:]
    private var order: [String] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(key: String) -> Value? { values[key] }

    func keys(where isIncluded: (Value) -> Bool) -> Set<String> {
        Set(values.filter { isIncluded($0.value) }.keys)
    }

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
