import HTTPGateway
import KeyedStore
import PhotoFeed

/// A request to a token endpoint: a form that redeems a code or a refresh token (RFC 6749).
///
/// The secrets are in the body, which no log and no error contains. An answer that refuses the
/// request keeps its status only, because a server may repeat the secrets in it.
struct TokenRequest: HTTPRequest {
    /// The secret that the endpoint exchanges for tokens.
    enum Grant: Sendable {
        case code(AuthorizationCode, AuthorizationProof, redirect: String?)
        case refreshToken(Secret<String>)
    }

    let path: String
    let isRepeatable: Bool
    private let grant: Grant
    private let clientID: String

    /// Creates a request of the app `clientID`.
    init(_ grant: Grant, to provider: OAuthProvider, clientID: String) {
        path = provider.token.path
        self.grant = grant
        self.clientID = clientID
        // A code is valid once.
        if case .refreshToken = grant {
            isRepeatable = !provider.rotatesRefreshTokens
        } else {
            isRepeatable = false
        }
    }

    var method: HTTPMethod { .post }
    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var options: HTTPOptions { .signIn }
    var destination: HTTPDestination<TokenAnswer> { .memory(limit: 64 << 10) }

    var body: HTTPBody {
        let items: [(String, String?)] =
            switch grant {
            case .code(let code, let proof, let redirect):
                [
                    ("grant_type", "authorization_code"), ("code", code.secret.reveal()),
                    ("redirect_uri", redirect), ("code_verifier", proof.verifier.reveal()),
                ]
            case .refreshToken(let token):
                [("grant_type", "refresh_token"), ("refresh_token", token.reveal())]
            }
        return .form(
            (items + [("client_id", clientID)]).compactMap { name, value in
                value.map { HTTPQueryItem(name, $0) }
            })
    }

    func handle(_ response: HTTPResponse) throws -> TokenAnswer {
        try TokenAnswer(json: response.bytes)
    }

    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        error.withoutBody(of: response)
    }
}

/// A form that ends a grant by its refresh token (RFC 7009).
struct RevocationRequest: HTTPRequest {
    let path: String
    private let token: Secret<String>
    private let clientID: String

    /// Creates a request of the app `clientID`.
    init(_ token: Secret<String>, to address: OAuthProvider.Address, clientID: String) {
        path = address.path
        self.token = token
        self.clientID = clientID
    }

    var method: HTTPMethod { .post }
    /// Always `true`: a token that is not valid is answered like one that was revoked.
    var isRepeatable: Bool { true }
    var options: HTTPOptions { .signIn }
    var destination: HTTPDestination<Void> { .memory(limit: 64 << 10) }

    var body: HTTPBody {
        .form([
            HTTPQueryItem("token", token.reveal()),
            HTTPQueryItem("token_type_hint", "refresh_token"), HTTPQueryItem("client_id", clientID),
        ])
    }

    func handle(_ response: HTTPResponse) {}

    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        error.withoutBody(of: response)
    }
}

extension HTTPOptions {
    /// The time limits of a request for a token.
    fileprivate static let signIn = HTTPOptions {
        $0.minimumRate = 1_024
        $0.deadline = .seconds(30)
        $0.totalDeadline = .seconds(120)
    }
}

extension HTTPError {
    /// Returns the error with the word of OAuth 2 as its cause, and without the server's text.
    fileprivate func withoutBody(of response: HTTPResponse) -> HTTPError {
        let head = HTTPResponseHead(
            status: response.status, version: response.head.version, url: response.head.url)
        return HTTPError(
            code, reason, phase: phase, cause: OAuthRefusal(body: response.bytes),
            response: HTTPResponse(head: head), retryAfter: retryAfter)
    }
}
