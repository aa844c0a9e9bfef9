import Foundation

extension StubService {
    /// Checks the authorization of a call, and returns the space whose files it sees.
    func space(of call: StubCall, for route: StubRoute) throws(StubErrorResponse) -> StubService {
        switch route.access {
        case .anybody: return self
        case .application where call.request.authorization()?.scheme == "basic": return self
        case .application:
            _ = try checkToken(of: call, scope: nil)
            return self
        case .user(let scope):
            let token = try checkToken(of: call, scope: scope)
            return try (accounts[token] ?? self).space(atRootOf: call)
        }
    }

    private func checkToken(
        of call: StubCall, scope: String?
    ) throws(StubErrorResponse) -> String {
        let authorization = call.request.authorization(inAddress: tokens.needsOwner)
        guard let authorization else {
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

    /// The space that the path root of a call selects; without a root, the owner's own one.
    private func space(atRootOf call: StubCall) throws(StubErrorResponse) -> StubService {
        guard let header = call.request.headers["dropbox-api-path-root"] else { return self }
        guard let root = try? JSONDecoder().decode(PathRoot.self, from: Data(header.utf8)) else {
            throw call.failure("Invalid HTTP header \"Dropbox-API-Path-Root\".")
        }
        switch root.tag {
        case "home": return self
        case "namespace_id" where root.namespace == rootInfo.home: return self
        case "namespace_id" where root.namespace == rootInfo.root: return team ?? self
        case "namespace_id": throw .hiddenNamespace
        default:
            guard root.root == rootInfo.root else { throw .invalidRoot(rootInfo) }
            return team ?? self
        }
    }
}
