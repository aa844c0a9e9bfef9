import WebServer

/// Serves the metrics and the health of the watches, on a loopback address.
///
/// The responses contain no name, path or account, and need no token: other users of the machine
/// can read them. Its handlers run on Swift's cooperative threads.
final class MetricsServer: Sendable {
    private let address: MetricsAddress
    private let server: WebServer

    /// Creates a server that does not listen yet.
    init(_ monitor: WatchMonitor, at address: MetricsAddress) {
        self.address = address
        var configuration = WebServerConfiguration()
        configuration.address = address.isVersion6 ? .loopback6 : .loopback
        configuration.port = address.port
        configuration.limits.connections = 16
        configuration.limits.bodyBytes = 0
        server = WebServer(configuration) { try await Self.respond(to: $0, monitor) }
    }

    /// Starts to listen, and returns the address.
    ///
    /// - Throws: `WebServerError`.
    func start() async throws -> String { address.url(port: try await server.start()) }

    /// Stops the server; running responses have 200 milliseconds.
    func stop() async { await server.stop(within: .milliseconds(200)) }

    private static func respond(
        to request: WebRequest, _ monitor: WatchMonitor
    ) async throws -> WebResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            var response = WebResponse.text("this path is only read\n", status: 405)
            response.headers.append(("Allow", "GET, HEAD"))
            return response
        }
        // A page in a browser has no reason to read them.
        let site = request.headers["sec-fetch-site"]
        guard request.headers["origin"] == nil, site == nil || site == "none" else {
            return .text("another site has sent the request\n", status: 403)
        }
        switch request.path {
        case "/metrics":
            let text = await monitor.metricsText()
            return WebResponse(
                headers: [
                    ("Content-Type", PrometheusText.mediaType), ("Cache-Control", "no-store"),
                    ("X-Content-Type-Options", "nosniff"),
                ], body: WebBody(Array(text.utf8)))
        case "/healthz":
            try await monitor.checkPulse()
            return .text("alive\n")
        case "/readyz":
            return await monitor.isFresh()
                ? .text("fresh\n") : .text("a library is not up to date\n", status: 503)
        default: return .text("no such path\n", status: 404)
        }
    }
}
