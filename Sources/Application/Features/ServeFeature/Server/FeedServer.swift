import Foundation
import PageAssets
import Scheduling
import WebServer

/// The web server of a feed, on a loopback address unless a proxy is in front of it.
///
/// A guest has a feed of its own, with a token and a cookie of its own: the numbers in the paths of
/// a guest's requests are those of its own libraries, and no number leads to another one.
///
/// All methods may be called on any thread.
final class FeedServer: Sendable {
    /// The owner or a guest, each with a token.
    private struct Visitor: Sendable {
        let secrets = SessionSecrets()
        let responder: FeedResponder
    }

    /// The owner, and behind it the guests.
    private let visitors: [Visitor]
    private let running = Guarded<WebServer?>(nil)
    private let origin: Guarded<ServedOrigin>
    /// The port that the server listens on; 0 before it does.
    let port = Guarded(0)
    private let address: WebServerConfiguration.Address
    private let proxy: ProxyAddress?

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - feed: the feed, on the scheduler of its libraries.
    ///   - address: the address to listen on; not a loopback address only behind a proxy.
    ///   - guests: the feeds of guests, on the same scheduler.
    ///   - proxy: the address that browsers open instead of that of the server.
    ///   - pause: waits between two questions whether a library has changed.
    init(
        _ feed: SchedulerBound<ServedFeed>, guests: [SchedulerBound<ServedFeed>] = [],
        on address: WebServerConfiguration.Address = .loopback, behind proxy: ProxyAddress? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        precondition(address.isLoopback || proxy != nil, "a network is served behind a proxy only")
        visitors = ([feed] + guests).enumerated().map { number, feed in
            Visitor(responder: FeedResponder(feed: feed, isGuest: number > 0, pause: pause))
        }
        self.address = address
        self.proxy = proxy
        origin = Guarded(proxy.map { ServedOrigin($0) } ?? ServedOrigin(address, port: 0))
    }

    /// Listens on a port, 0 for any free one, and returns the address to open, with the token.
    ///
    /// - Throws: `WebServerError`.
    func start(port: Int) async throws -> String {
        var configuration = WebServerConfiguration()
        configuration.address = address
        configuration.port = port
        configuration.hosts.names = proxy == nil ? [address.urlHost] : []
        configuration.hosts.authorities = proxy?.authorities ?? []
        configuration.limits.bodyBytes = 4 << 10
        // The libraries are read on their scheduler, and the rest is short.
        configuration.runsHandlersOnLoops = true
        configuration.visitor = { [unowned self] cookie in
            switch self.visitor(with: cookie) {
            case nil: .unknown
            case 0?: .owner
            case let guest?: .guest(guest)
            }
        }
        let server = WebServer(configuration) { [unowned self] in try await respond(to: $0) }
        running.withLock { $0 = server }
        let port = try await server.start()
        let origin = proxy.map { ServedOrigin($0) } ?? ServedOrigin(address, port: port)
        self.origin.withLock { $0 = origin }
        self.port.withLock { $0 = port }
        return self.address(with: visitors[0])
    }

    /// The addresses for the guests, in their order, with their tokens.
    var guestAddresses: [String] { visitors.dropFirst().map { address(with: $0) } }

    private func address(with visitor: Visitor) -> String {
        let origin = origin.withLock { $0 }
        return origin.text + origin.prefix + "/#" + visitor.secrets.token
    }

    /// Stops the server; running responses have until the deadline.
    func stop(within deadline: Duration) async {
        await running.withLock { $0 }?.stop(within: deadline)
    }

    /// Waits until the server has been stopped.
    ///
    /// - Throws: the error that ended the server, if it was not stopped.
    func waitUntilStopped() async throws {
        try await running.withLock { $0 }?.waitUntilStopped()
    }

    private func respond(to request: WebRequest) async throws -> WebResponse {
        let origin = origin.withLock { $0 }
        guard let path = origin.path(of: request.path) else {
            let location = ("Location", origin.prefix + "/")
            return WebResponse(status: 308, headers: [location]).secured()
        }
        let visitor = self.visitor(with: request.headers["cookie"]).map { visitors[$0] }
        let check = RequestGuard(
            origin: origin, isSession: visitor != nil, publicPaths: Self.publicPaths)
        do {
            try check.check(request.method, path) { request.headers[$0] }
        } catch {
            return WebResponse(error).secured()
        }
        if path == ServedPath.session { return try await signIn(request, for: origin).secured() }
        if let file = Self.files[path] { return file.secured() }
        guard let visitor, let path = ServedPath(path) else {
            return WebResponse.text("no such path", status: 404).secured()
        }
        return try await visitor.responder.respond(to: request, path).secured()
    }

    /// The number of the visitor with this `Cookie` field; `nil` without a session.
    private func visitor(with cookie: String?) -> Int? {
        let port = origin.withLock { $0.port }
        return visitors.firstIndex { $0.secrets.isSession(cookie, port: port) }
    }

    /// The responses that contain nothing of a library.
    private static let files: [String: WebResponse] = [
        ServedPath.page: file("text/html", PageAssets.page),
        ServedPath.script: file("text/javascript", PageAssets.script),
        ServedPath.style: file("text/css", PageAssets.style),
        ServedPath.outlines: file("application/json", PageAssets.outlines),
        ServedPath.icon: WebResponse(status: 204),
    ]

    private static let publicPaths = Set(files.keys)

    private static func file(_ type: String, _ bytes: [UInt8]) -> WebResponse {
        // Another version of the program may listen on the same port later.
        let headers = [("Content-Type", type + "; charset=utf-8"), ("Cache-Control", "no-cache")]
        return WebResponse(headers: headers, body: WebBody(bytes))
    }

    /// Exchanges the token for the cookie.
    private func signIn(
        _ request: WebRequest, for origin: ServedOrigin
    ) async throws -> WebResponse {
        struct SignIn: Decodable { let token: String }
        let type = request.headers["content-type"]?.split(separator: ";").first
        guard type == "application/json" else {
            return .text("the token is sent as JSON", status: 415)
        }
        let body = try await request.body.collected()
        guard let signIn = try? JSONDecoder().decode(SignIn.self, from: Data(body)) else {
            return .text("the token is missing", status: 400)
        }
        guard let visitor = visitors.first(where: { $0.secrets.isToken(signIn.token) }) else {
            return .text("the token is not that of this run", status: 403)
        }
        return WebResponse(status: 204, headers: [visitor.secrets.setCookie(for: origin)])
    }
}
