import LoopbackTestKit
import WebServer

/// Runs `body` with a server that is started before and stopped after it.
func withServer(
    _ configure: (inout WebServerConfiguration) -> Void = { _ in },
    handler: @escaping WebHandler = { _ in .text("answer") },
    _ body: (WebServer, RawClient) async throws -> Void
) async throws {
    var configuration = WebServerConfiguration()
    configure(&configuration)
    let server = WebServer(configuration, handler: handler)
    let client = RawClient(port: try await server.start())
    do {
        try await body(server, client)
    } catch {
        await server.stop(within: .zero)
        throw error
    }
    await server.stop(within: .zero)
}

/// An event that happens once, or a number of times.
struct Event: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func happen() {
        continuation.yield()
    }

    /// Waits for the next time; returns earlier when the task is cancelled.
    func wait() async {
        var iterator = stream.makeAsyncIterator()
        await iterator.next()
    }
}

extension RawConnection {
    /// Sends a request without a body.
    func get(_ target: String = "/", port: Int, headers: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n")
    }

    /// Reads the next response; `nil` if the server has closed.
    func reply() -> RawReply? { response().map { RawReply($0.whole) } }
}
