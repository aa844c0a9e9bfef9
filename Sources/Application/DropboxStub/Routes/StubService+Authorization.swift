import Foundation

extension StubService {
    /// The token of an authorized call; `nil` if the call needs none.
    func authorize(_ call: StubCall, for route: StubRoute) throws(StubErrorResponse) -> String? {
        switch route.access {
        case .anybody: return nil
        case .application where call.request.authorization?.scheme == "basic": return nil
        case .application: return try checkToken(of: call, scope: nil)
        case .user(let scope):
            let token = try checkToken(of: call, scope: scope)
            try checkPathRoot(call)
            return token
        }
    }

    private func checkToken(
        of call: StubCall, scope: String?
    ) throws(StubErrorResponse) -> String {
        guard let authorization = call.request.authorization else {
            throw call.failure(
                "Must provide HTTP header \"Authorization\" or URL parameter \"authorization\".")
        }
        guard authorization.scheme == "bearer", let token = authorization.credentials else {
            throw call.failure(
                "Invalid authorization value in HTTP header \"Authorization\": "
                    + "expecting \"Bearer\" and a token.")
        }
        if accounts[token] == nil { try tokens.authorize(token, scope: scope) }
        return token
    }

    private struct PathRoot: Decodable {
        let tag: String
        let root: String?
        let namespace: String?

        enum CodingKeys: String, CodingKey {
            case tag = ".tag"
            case root
            case namespace = "namespace_id"
        }
    }

    private func checkPathRoot(_ call: StubCall) throws(StubErrorResponse) {
        guard let header = call.request.headers["dropbox-api-path-root"] else { return }
        guard let root = try? JSONDecoder().decode(PathRoot.self, from: Data(header.utf8)) else {
            throw call.failure("Invalid HTTP header \"Dropbox-API-Path-Root\".")
        }
        if root.tag != "home", (root.root ?? root.namespace) != Self.namespace {
            throw .invalidRoot(namespace: Self.namespace)
        }
    }
}
