import WebServer

/// Passes requests from the web server to the service.
///
/// It injects the faults that concern a connection, and is the only part of the stub that depends
/// on sockets.
struct StubServer: Sendable {
    private let server: WebServer

    init(service: StubService, port: Int) {
        var configuration = WebServerConfiguration()
        configuration.port = port
        configuration.hosts.domains = ["dropboxapi.com", "dropbox.com"]
        configuration.hosts.allowsAnyPort = true
        configuration.limits = Self.limits
        server = WebServer(configuration) { try await Self.respond(to: $0, service) }
    }

    /// Starts to listen, and returns the port.
    func start() async throws -> Int { try await server.start() }

    /// Closes every connection, and returns when the port is free.
    func stop() async { await server.stop(within: .zero) }

    func waitUntilStopped() async throws { try await server.waitUntilStopped() }

    /// The limits for clients under test, which may be slow and have many connections.
    private static var limits: WebServerLimits {
        var limits = WebServerLimits()
        // A `Dropbox-API-Arg` header may contain the longest name, with each of its units escaped.
        limits.headBytes = 1 << 20
        limits.headFields = 1_000
        // Dropbox's limit for a call's argument is far lower, but a control command may contain a
        // photo.
        limits.bodyBytes = 64 << 20
        limits.connections = .max
        limits.headTime = .seconds(86_400)
        limits.bodyTime = .seconds(86_400)
        limits.stallTime = .seconds(86_400)
        return limits
    }

    private static func respond(
        to request: WebRequest, _ service: StubService
    ) async throws -> WebResponse {
        let body = try await request.body.collected()
        var headers: [String: String] = [:]
        for (name, value) in request.headers {
            headers[name] = value
        }
        let answer = await service.answer(
            StubRequest(
                method: request.method, path: request.path, query: decodedForm(request.query),
                headers: headers, body: body))
        var response = answer.response
        switch answer.effect {
        case .close: throw ConnectionDrop()
        case .truncate(let count): response.body = response.body.cut(after: count)
        case .trickle(let rate):
            response.body = response.body.dripping(bytesPerSecond: rate) {
                await service.stopping.wait(after: 0, timeout: $0)
            }
        default: break
        }
        return response
    }
}
