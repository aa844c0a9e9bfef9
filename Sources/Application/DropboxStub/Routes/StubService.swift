import Digests
import Foundation
import Scheduling

/// Answers requests: finds the route, checks the authorization, and injects requested faults.
///
/// The service does not depend on sockets; `StubServer` reads the requests and sends the responses.
final class StubService: Sendable {
    let configuration: DropboxStubConfiguration
    /// The first name of the account's owner.
    let owner: String
    /// The other accounts by their tokens.
    let accounts: [String: StubService]
    let library: StubLibrary
    let tokens: TokenStore
    let faults = FaultPlan()
    let log = RequestLog()
    /// Signalled when the stub stops, which ends all delays.
    let stopping = ChangeNotifier()
    let thumbnails = ByteCache<ThumbnailKey>(capacity: 64 << 20)
    let pages = ByteCache<PageKey>(capacity: 64 << 20)
    let links: TemporaryLinks
    let generation: Guarded<CursorGeneration>

    static let namespace = "1900513"

    /// The identity of the valid cursors: the library, and how often its cursors were invalidated.
    struct CursorGeneration: Sendable {
        let library: String
        var number = 0
        var text: String { "\(library).\(number)" }
    }

    convenience init(configuration: DropboxStubConfiguration) {
        let tokens = TokenStore(
            acceptedToken: configuration.acceptedToken, lifetime: configuration.tokenLifetime)
        let links = TemporaryLinks()
        let accounts = configuration.accounts.map { account in
            var own = configuration
            own.source = account.source
            return (
                account.token,
                StubService(
                    configuration: own, owner: account.name, tokens: tokens, links: links,
                    accounts: [:])
            )
        }
        self.init(
            configuration: configuration, owner: "Ada", tokens: tokens, links: links,
            accounts: Dictionary(accounts) { $1 })
    }

    private init(
        configuration: DropboxStubConfiguration, owner: String, tokens: TokenStore,
        links: TemporaryLinks, accounts: [String: StubService]
    ) {
        self.configuration = configuration
        self.owner = owner
        self.accounts = accounts
        self.tokens = tokens
        self.links = links
        library = StubLibrary(source: configuration.source)
        let name: String
        switch configuration.source {
        // A generated library is the same after a restart, so its cursors stay valid.
        case .generated(let photos, let seed): name = "drawn-\(seed)-\(photos)"
        case .folder: name = "folder-\(UInt64.random(in: .min ... .max))"
        }
        generation = Guarded(CursorGeneration(library: name))
    }

    var isStopping: Bool { stopping.notificationCount > 0 }

    func stopWaiting() {
        stopping.notify()
        library.notifier.notify()
        accounts.values.forEach { $0.stopWaiting() }
    }

    /// The response to a request, and the fault to inject while it is sent.
    struct PlannedResponse: Sendable {
        var response: RouteResponse
        var effect: InjectedFault.Effect?
    }

    func answer(_ request: StubRequest) async -> PlannedResponse {
        let name = request.routeName
        let number = log.arrive(name)
        let fault = name.hasPrefix("control/") ? nil : faults.next(for: name)
        if let delay = fault?.delay, delay > .zero {
            await stopping.wait(after: 0, timeout: delay)
        }
        var answer = PlannedResponse(
            response: await response(to: request, name: name, effect: fault?.effect),
            effect: fault?.effect)
        answer.response.headers.append(("X-Dropbox-Request-Id", Self.requestID()))
        if fault?.effect != .close {
            log.answer(number, status: answer.response.status)
        }
        return answer
    }

    private func response(
        to request: StubRequest, name: String, effect: InjectedFault.Effect?
    ) async -> RouteResponse {
        do throws(StubErrorResponse) {
            guard request.isForThisHost else {
                throw StubErrorResponse(
                    response: .text("This stub serves loopback addresses only.", status: 403))
            }
            switch effect {
            case .status(let status, let headers, let body)?:
                return Self.faultResponse(status: status, headers: headers, body: body)
            case .garbage(let text)?: return .json(Array(text.utf8))
            case .expiredToken?: throw .unauthorized("expired_access_token")
            case .reset?: throw .conflict("reset")
            case nil, .close?, .truncate?, .trickle?, .emptyPage?, .wrongHash?: break
            }
            switch name {
            case "oauth2/authorize": return try authorizationPage(request)
            case "oauth2/token": return try issueToken(request)
            case "temporary": return try followTemporaryLink(request)
            case _ where name.hasPrefix("control/") && configuration.allowsControl:
                return try control(request, name: String(name.dropFirst("control/".count)))
            default: break
            }
            guard let route = StubRoute.all[name], request.path.hasPrefix("/2/") else {
                throw .unknownFunction(name)
            }
            let call = try call(name, route, request, effect: effect)
            let token = try authorize(call, for: route)
            return try await route.answer(token.flatMap { accounts[$0] } ?? self, call)
        } catch {
            return error.response
        }
    }

    private static func faultResponse(
        status: Int, headers: [String: String], body: String
    ) -> RouteResponse {
        var response = RouteResponse(status: status, body: .bytes(Array(body.utf8)))
        response.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            let type = body.hasPrefix("{") ? "application/json" : "text/plain; charset=utf-8"
            response.headers.append(("Content-Type", type))
        }
        return response
    }

    /// Reads the argument from the place that the route's style defines.
    private func call(
        _ name: String, _ route: StubRoute, _ request: StubRequest, effect: InjectedFault.Effect?
    ) throws(StubErrorResponse) -> StubCall {
        var call = StubCall(route: name, request: request, argument: request.body, effect: effect)
        let type = request.mediaType
        let header = request.headers["dropbox-api-arg"]
        let expected: [String]
        switch route.style {
        case .rpc:
            guard request.method == "POST" else {
                throw StubErrorResponse(
                    response: .text("Method not allowed: use POST.", status: 405))
            }
            guard header == nil else {
                throw call.failure("Unexpected HTTP header \"Dropbox-API-Arg\".")
            }
            expected = ["application/json", "text/plain"] + (request.body.isEmpty ? [""] : [])
        case .content:
            expected = ["", "application/octet-stream", "text/plain"]
            guard let argument = header ?? request.query["arg"] else {
                throw call.failure(
                    "Must provide HTTP header \"Dropbox-API-Arg\" or URL parameter \"arg\".")
            }
            call = StubCall(
                route: name, request: request, argument: Array(argument.utf8), effect: effect)
        }
        guard expected.contains(type) else {
            let list = expected.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
            throw call.failure(
                "Bad HTTP \"Content-Type\" header: \"\(type)\".  Expecting one of \(list).")
        }
        return call
    }

    /// The token of an authorized call; `nil` if the call needs none.
    private func authorize(
        _ call: StubCall, for route: StubRoute
    ) throws(StubErrorResponse) -> String? {
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

    private static func requestID() -> String {
        let digits = "0123456789abcdef"
        return String((0..<32).compactMap { _ in digits.randomElement() })
    }
}

/// The authenticator and the port for temporary links, which contain all their state.
final class TemporaryLinks: Sendable {
    let authenticator = HMACSHA256()
    /// The port that the stub listens on.
    let port = Guarded(0)
}
