import Scheduling
package import WebServer

/// A server on the loopback address that speaks WebDAV (RFC 4918), for tests and demonstrations.
///
/// It has the abilities that a test needs, such as tags of folders that change with everything
/// below, and the faults that a test injects. Its control commands are `ControlCommand`s:
///
/// ```swift
/// let stub = WebDAVStub(WebDAVStubConfiguration(photos: 100))
/// let address = try await stub.start()
/// try stub.apply(.fault(.init(route: "PROPFIND 1", effect: .status(503))))
/// …
/// await stub.stop()
/// ```
///
/// The route of a fault is the method, with the depth after `PROPFIND` and `REPORT`, such as
/// `PROPFIND 0`, `REPORT 0` and `GET`; that of a preview is `GET preview`. The effects have these
/// meanings: `emptyPage` is a folder that pretends to be empty, `reset` an invalid token of
/// changes, `expiredToken` a refused password, `wrongHash` another content.
///
/// All methods may be called on any thread. Only programs on the same machine can reach the stub.
package final class WebDAVStub: Sendable {
    private let service: DAVService
    private let server: WebServer

    /// Creates a stub that does not listen yet.
    ///
    /// The pictures need libgd.
    package init(_ configuration: WebDAVStubConfiguration) {
        let service = DAVService(configuration)
        self.service = service
        var settings = WebServerConfiguration()
        settings.port = configuration.port
        settings.limits = Self.limits
        server = WebServer(settings) { try await Self.respond(to: $0, service) }
    }

    /// Answers a request without a socket; `nil` closes the connection.
    ///
    /// A fault that changes only the transfer of a body has no effect.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path, percent-encoded.
    ///   - query: the query without its `?`.
    ///   - headers: the header fields.
    ///   - body: the body.
    package func answer(
        method: String, path: String, query: String = "",
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) async -> WebResponse? {
        var fields: [String: String] = [:]
        for field in headers { fields[field.name.lowercased()] = field.value }
        let (answer, effect) = await service.answer(
            DAVRequest(
                method: method, path: path, query: decodedForm(query), headers: fields, body: body))
        return effect == .close ? nil : answer
    }

    /// Starts to listen, and returns the address of the folder of the account.
    ///
    /// A stub can be started once.
    ///
    /// - Throws: `WebServerError` when the port is taken.
    @discardableResult
    package func start() async throws -> String {
        let port = try await server.start()
        let origin = "http://127.0.0.1:\(port)"
        service.origin.withLock { $0 = origin }
        return origin + service.configuration.path
    }

    /// Closes every connection, and returns when the port is free.
    package func stop() async {
        service.stopping.notify()
        await server.stop(within: .zero)
    }

    /// Waits until the stub has been stopped.
    ///
    /// - Throws: the error that ended the server, if it was not stopped.
    package func waitUntilStopped() async throws { try await server.waitUntilStopped() }

    /// Runs a command immediately, even if `WebDAVStubConfiguration.allowsControl` is not set.
    ///
    /// - Throws: `ControlError` when the command is not possible; nothing has changed then.
    package func apply(_ command: ControlCommand) throws(ControlError) {
        try service.apply(command)
    }

    /// The paths of all files.
    package var paths: [String] { service.tree.withLock { $0.filePaths } }

    /// The contents of all files, by their paths.
    package var contents: [String: [UInt8]] { service.contents }

    /// The number of requests for each route.
    package var requestCounts: [String: Int] { service.log.counts }

    /// The latest requests, at most ten thousand, in the order of arrival.
    package var requests: [StubRequestRecord] { service.log.records }

    /// The limits for clients under test, which may be slow and have many connections.
    private static var limits: WebServerLimits {
        var limits = WebServerLimits()
        limits.bodyBytes = 64 << 20
        limits.connections = .max
        limits.headTime = .seconds(86_400)
        limits.bodyTime = .seconds(86_400)
        limits.stallTime = .seconds(86_400)
        return limits
    }

    private static func respond(
        to request: WebRequest, _ service: DAVService
    ) async throws -> WebResponse {
        let body = try await request.body.collected()
        var headers: [String: String] = [:]
        for (name, value) in request.headers { headers[name] = value }
        let (answer, effect) = await service.answer(
            DAVRequest(
                method: request.method, path: request.path, query: decodedForm(request.query),
                headers: headers, body: body))
        var response = answer
        switch effect {
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
