import Foundation
import TextFormats
import WebServer

extension StubService {
    /// The consent page, and the handling of its form.
    func authorizationPage(_ request: StubRequest) throws(StubErrorResponse) -> WebResponse {
        guard request.method == "POST" else { return try consentPage(request) }
        let form = decodedForm(String(decoding: request.body, as: UTF8.self))
        guard let authorization = tokens.closePage(form["page"] ?? "") else {
            throw .badRequest("This page has expired. Start again in the application.")
        }
        guard form["decision"] == "allow" else {
            return Self.answer(
                authorization, text: "The access was denied.",
                [
                    ("error", "access_denied"),
                    ("error_description", "The user chose not to give your app access"),
                ])
        }
        guard tokens.isOwner(knowing: form["token"]) else {
            throw StubErrorResponse(response: .text("The access token is wrong.", status: 403))
        }
        let code = tokens.issueCode(for: authorization)
        return Self.answer(
            authorization, text: "Your authorization code: \(code)", [("code", code)])
    }

    /// The page with its buttons.
    ///
    /// If only one token is accepted, the page asks for it, because another user of this machine
    /// can open the page too.
    private func consentPage(_ request: StubRequest) throws(StubErrorResponse) -> WebResponse {
        let query = request.query
        guard let clientID = query["client_id"], !clientID.isEmpty else {
            throw .badRequest("Missing client_id.")
        }
        let isKnown = configuration.application.map { $0.key == clientID } ?? !tokens.needsOwner
        guard isKnown else { throw .badRequest("Invalid client_id: \"\(clientID)\".") }
        guard query["response_type"] == "code" else {
            throw .badRequest("response_type must be \"code\".")
        }
        let method = query["code_challenge_method"] ?? "plain"
        guard ["S256", "plain"].contains(method) else {
            throw .badRequest("code_challenge_method must be \"S256\" or \"plain\".")
        }
        let redirect = query["redirect_uri"]
        let target = redirect.flatMap(URLComponents.init(string:))
        if redirect != nil, !["http", "https"].contains(target?.scheme) {
            throw .badRequest("redirect_uri must be an absolute http or https address.")
        }
        let scopes = query["scope"]?.split(separator: " ").map(String.init)
        let page = tokens.openPage(
            for: .init(
                clientID: clientID, redirectURI: redirect, challenge: query["code_challenge"],
                challengeIsPlain: method == "plain",
                isOffline: query["token_access_type"] == "offline",
                scopes: scopes ?? TokenStore.allScopes, state: query["state"]))
        return ConsentPage(clientID: clientID, key: page, asksForToken: tokens.needsOwner).response
    }

    /// Redirects the browser with `items`; without a redirect address, shows `text`.
    private static func answer(
        _ authorization: TokenStore.AuthorizationRequest, text: String, _ items: [(String, String)]
    ) -> WebResponse {
        guard var target = authorization.redirectURI.flatMap(URLComponents.init(string:)) else {
            return .text(text + "\n", status: 200)
        }
        target.queryItems =
            (target.queryItems ?? [])
            + (items + (authorization.state.map { [("state", $0)] } ?? [])).map(
                URLQueryItem.init(name:value:))
        return WebResponse(status: 302, headers: [("Location", target.string ?? "")])
    }

    /// Handles `oauth2/token`: exchanges a code or a refresh token for an access token.
    func issueToken(_ request: StubRequest) throws(StubErrorResponse) -> WebResponse {
        guard request.method == "POST" else {
            throw StubErrorResponse(response: .text("Method not allowed: use POST.", status: 405))
        }
        let form = decodedForm(String(decoding: request.body, as: UTF8.self))
        let client = try client(form, request)
        switch form["grant_type"] {
        case "authorization_code":
            let issue = try tokens.redeem(
                code: form["code"] ?? "", clientID: client.key, redirectURI: form["redirect_uri"],
                verifier: form["code_verifier"], hasSecret: client.hasSecret)
            return Self.response(issue) {
                if let refreshToken = issue.refreshToken {
                    $0.member("refresh_token", refreshToken)
                }
                $0.member("scope", issue.scopes.joined(separator: " "))
                $0.member("uid", "42")
                $0.member("account_id", accountID)
            }
        case "refresh_token":
            let scopes = form["scope"]?.split(separator: " ").map(String.init)
            let issue = try tokens.refresh(
                form["refresh_token"] ?? "", clientID: client.key, scopes: scopes)
            return Self.response(issue) { _ in }
        default: throw .grant("unsupported_grant_type", "grant type is not supported")
        }
    }

    private static func response(
        _ issue: TokenStore.TokenResponse, _ members: (inout JSONWriter) -> Void
    ) -> WebResponse {
        .json {
            $0.member("access_token", issue.accessToken)
            $0.member("token_type", "bearer")
            $0.member("expires_in", issue.lifetime)
            members(&$0)
        }
    }

    /// The client's key, from HTTP Basic or the form, and whether it sent a secret.
    ///
    /// The secret may be absent, but not wrong.
    private func client(
        _ form: [String: String], _ request: StubRequest
    ) throws(StubErrorResponse) -> (key: String, hasSecret: Bool) {
        var key = form["client_id"]
        var secret = form["client_secret"]
        if let value = request.headers["authorization"], value.lowercased().hasPrefix("basic "),
            let bytes = Base64.decode(String(value.dropFirst(6))),
            let text = String(validating: bytes, as: UTF8.self)
        {
            let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            key = String(halves[0])
            secret = halves.count > 1 ? String(halves[1]) : nil
        }
        guard let key, !key.isEmpty else {
            throw .grant("invalid_client", "no client_id was given")
        }
        if let application = configuration.application {
            guard key == application.key, secret == nil || secret == application.secret else {
                throw .grant("invalid_client", "Invalid client_id or client_secret")
            }
        }
        return (key, secret?.isEmpty == false)
    }
}
