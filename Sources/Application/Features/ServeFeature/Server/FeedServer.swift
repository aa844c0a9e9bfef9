import Digests
import Foundation
import PageAssets
import PhotoFeed
import Scheduling
import WebServer

/// The web server of a feed, on a loopback address unless a proxy is in front of it.
///
/// Its handlers run on Swift's cooperative threads, and call the feed through its handle. All
/// methods may be called on any thread.
final class FeedServer: Sendable {
    private let feed: SchedulerBound<ServedFeed>
    private let secrets = SessionSecrets()
    private let running = Guarded<WebServer?>(nil)
    private let origin: Guarded<ServedOrigin>
    /// The port that the server listens on; 0 before it does.
    let port = Guarded(0)
    private let address: WebServerConfiguration.Address
    private let proxy: ProxyAddress?
    private let pause: @Sendable (Duration) async throws -> Void

    /// The time between two questions whether a library has changed.
    private static let interval = Duration.seconds(1)
    /// The number of intervals after which a stream without changes shows that it is alive.
    private static let quietIntervals = 25

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - feed: the feed, on the scheduler of its libraries.
    ///   - address: the address to listen on; not a loopback address only behind a proxy.
    ///   - proxy: the address that browsers open instead of that of the server.
    ///   - pause: waits between two questions whether a library has changed.
    init(
        _ feed: SchedulerBound<ServedFeed>, on address: WebServerConfiguration.Address = .loopback,
        behind proxy: ProxyAddress? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        precondition(address.isLoopback || proxy != nil, "a network is served behind a proxy only")
        self.feed = feed
        self.address = address
        self.proxy = proxy
        self.pause = pause
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
        let server = WebServer(configuration) { [unowned self] in try await respond(to: $0) }
        running.withLock { $0 = server }
        let port = try await server.start()
        let origin = proxy.map { ServedOrigin($0) } ?? ServedOrigin(address, port: port)
        self.origin.withLock { $0 = origin }
        self.port.withLock { $0 = port }
        return origin.text + origin.prefix + "/#" + secrets.token
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
        let check = RequestGuard(
            origin: origin, secrets: secrets, publicPaths: Set(Self.files.keys))
        do {
            try check.check(request.method, path) { request.headers[$0] }
        } catch {
            return WebResponse(error).secured()
        }
        return try await route(request, path, for: origin).secured()
    }

    private func route(
        _ request: WebRequest, _ path: String, for origin: ServedOrigin
    ) async throws -> WebResponse {
        if path == ServedPath.session { return try await signIn(request, for: origin) }
        if let file = Self.files[path] { return file }
        guard let path = ServedPath(path) else { return .text("no such path", status: 404) }
        do {
            switch path {
            case .changes: return changes()
            case .months: return try await months(FeedSelection(query: request.query))
            case .places: return try await places(FeedSelection(query: request.query), request)
            case .duplicates:
                return try await duplicates(FeedSelection(query: request.query), request)
            case .items(let chunk):
                return try await items(chunk, FeedSelection(query: request.query), request.query)
            case .details(let library, let id):
                return .json(try await feed.run { try $0.details(of: id, in: library) })
            case .original(let library, let id, let version):
                return try await original(library, id, version, request)
            case .thumbnail(let library, let id, let version):
                return try await thumbnail(
                    library, id, version, known: request.headers["if-none-match"])
            }
        } catch let error as FeedError {
            return .text(error.message, status: 503)
        }
    }

    /// The responses that contain nothing of a library.
    private static let files: [String: WebResponse] = [
        ServedPath.page: file("text/html", PageAssets.page),
        ServedPath.script: file("text/javascript", PageAssets.script),
        ServedPath.style: file("text/css", PageAssets.style),
        ServedPath.icon: WebResponse(status: 204),
    ]

    private static func file(_ type: String, _ bytes: [UInt8]) -> WebResponse {
        // Another version of the program may listen on the same port later.
        let headers = [("Content-Type", type + "; charset=utf-8"), ("Cache-Control", "no-cache")]
        return WebResponse(headers: headers, body: WebBody(bytes))
    }

    /// The stream of server-sent events, each with the version of the feed.
    private func changes() -> WebResponse {
        let body = WebBody { [feed, pause] writer in
            var known = ""
            var quiet = 0
            while true {
                let version = try await feed.run { $0.presentVersion() }
                if version != known {
                    known = version
                    quiet = 0
                    try await writer.write(Array("data: \(version)\n\n".utf8))
                } else if quiet == Self.quietIntervals {
                    quiet = 0
                    try await writer.write(Array(":\n\n".utf8))
                }
                quiet += 1
                try await pause(Self.interval)
            }
        }
        return WebResponse(headers: [("Content-Type", "text/event-stream")], body: body)
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
        guard secrets.isToken(signIn.token) else {
            return .text("the token is not that of this run", status: 403)
        }
        return WebResponse(status: 204, headers: [secrets.setCookie(for: origin)])
    }

    /// The index of a selection; a large library is examined in parts between other requests.
    private func months(_ selection: FeedSelection?) async throws -> WebResponse {
        guard let selection else { return .text("the query is not valid", status: 400) }
        while true {
            try Task.checkCancellation()
            if let json = try await feed.run({ try $0.summary(of: selection) }) {
                return .json(json)
            }
        }
    }

    private func places(
        _ selection: FeedSelection?, _ request: WebRequest
    ) async throws -> WebResponse {
        let fields = decodedForm(request.query)
        guard let selection, let zoom = Int(fields["zoom"] ?? "0"),
            (0...PlaceIndex.lastZoom).contains(zoom),
            let box = fields["box"].map({ PlaceIndex.Box($0) }) ?? PlaceIndex.Box()
        else { return .text("the query is not valid", status: 400) }
        return try await answer(request) { $0.places(of: selection, in: box, zoom: zoom) }
    }

    private func duplicates(
        _ selection: FeedSelection?, _ request: WebRequest
    ) async throws -> WebResponse {
        let start = decodedForm(request.query)["from"] ?? "0"
        guard let selection, let start = Int(start), (0...10_000_000).contains(start) else {
            return .text("the query is not valid", status: 400)
        }
        return try await answer(request) { try $0.duplicates(of: selection, from: start) }
    }

    /// The JSON that a function returns after some steps, or 304 if the browser has it.
    private func answer(
        _ request: WebRequest, by step: @escaping @Sendable (ServedFeed) throws -> [UInt8]?
    ) async throws -> WebResponse {
        while true {
            try Task.checkCancellation()
            guard let json = try await feed.run({ try step($0) }) else { continue }
            let tag = "\"" + String(XXH64.hash(json), radix: 16) + "\""
            let caching: [(name: String, value: String)] = [
                ("Cache-Control", "private, no-cache"), ("ETag", tag),
            ]
            if request.headers["if-none-match"].map({ isListed(tag, in: $0) }) == true {
                return WebResponse(status: 304, headers: caching)
            }
            var response = WebResponse.json(json)
            response.headers += caching
            return response
        }
    }

    private func items(
        _ chunk: Int, _ selection: FeedSelection?, _ query: String
    ) async throws -> WebResponse {
        guard let selection, let version = decodedForm(query)["version"] else {
            return .text("the query is not valid", status: 400)
        }
        switch try await feed.run({ try $0.chunk(chunk, of: selection, version: version) }) {
        case .items(let json): return .json(json)
        case .missing: return .text("no such chunk", status: 404)
        case .changed: return .text("the library has changed", status: 409)
        }
    }

    private func original(
        _ library: Int, _ id: NodeID, _ version: String, _ request: WebRequest
    ) async throws -> WebResponse {
        guard
            let found = try await feed.run({
                try $0.original(of: id, in: library, version: version)
            })
        else { return .text("the original is not here", status: 404) }
        let isDownload = decodedForm(request.query)["download"] != nil
        return WebResponse(
            found.file, start: found.start, isDownload: isDownload, to: request, on: feed)
    }

    private func thumbnail(
        _ library: Int, _ id: NodeID, _ version: String, known: String?
    ) async throws -> WebResponse {
        let tag = "\"\(version)\""
        let isKnown = known.map { isListed(tag, in: $0) }
        let found = try await feed.run {
            try $0.picture(of: id, in: library, version: version, withBytes: isKnown != true)
        }
        let caching: [(name: String, value: String)] = [
            ("Cache-Control", "private, max-age=31536000, immutable"), ("ETag", tag),
        ]
        switch found {
        case .missing: return .text("no such thumbnail", status: 404)
        case .unchanged: return WebResponse(status: 304, headers: caching)
        case .bytes(let bytes):
            guard let type = PictureType.name(of: bytes) else {
                return .text("the thumbnail is not a picture", status: 404)
            }
            return WebResponse(
                headers: [("Content-Type", type)] + caching, body: WebBody(bytes))
        }
    }
}
