import HummingbirdCore
import NIOCore
import NIOPosix
import Scheduling

/// An HTTP/1.1 server on a loopback address.
///
/// It passes each request to one handler, and enforces the host check, the limits and the deadlines
/// of its configuration before. The handler runs on Swift's cooperative threads, or on the event
/// loops if the configuration says so, at the same time for different connections:
///
/// ```swift
/// let server = WebServer(WebServerConfiguration()) { request in
///     WebResponse.text("You asked for \(request.path).")
/// }
/// let port = try await server.start()
/// …
/// await server.stop(within: .seconds(2))
/// ```
///
/// All methods may be called on any thread. Use `HTTPGateway` for the client's side.
package final class WebServer: Sendable {
    private let configuration: WebServerConfiguration
    private let handler: WebHandler
    private let connections: ConnectionRegistry
    private let state = Guarded(State())
    private let loops = MultiThreadedEventLoopGroup.singleton

    private struct State: Sendable {
        var run: Task<Void, any Error>?
        var listener: (any Channel)?
        var isStopping = false
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: the address, the accepted hosts, and the limits.
    ///   - handler: the function that answers each request. An error that it throws becomes a
    ///     response with status 500, with the exception of `ConnectionDrop`. Its task is cancelled
    ///     when the connection is lost, and when the deadline of `stop(within:)` has passed.
    package init(_ configuration: WebServerConfiguration, handler: @escaping WebHandler) {
        self.configuration = configuration
        self.handler = handler
        connections = ConnectionRegistry(limits: configuration.limits)
    }

    /// The number of open connections.
    package var connectionCount: Int { connections.count }

    /// Starts to listen, and returns the port.
    ///
    /// A server can be started once.
    ///
    /// - Throws: `WebServerError`, such as for a port that is taken.
    @discardableResult
    package func start() async throws -> Int {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        let task = Task { [self] in
            do {
                try await run { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: WebServerError(listening: error, configuration))
                // After a stop, the server reports an unexpected end; this is not an error.
                guard state.withLock(\.isStopping) else { throw error }
            }
        }
        state.withLock { state in
            precondition(state.run == nil, "a WebServer can be started only once")
            state.run = task
        }
        for try await port in ports { return port }
        throw WebServerError(.stoppedEarly, "the server was stopped before it listened")
    }

    /// Stops accepting connections, lets the running responses end, and closes all connections.
    ///
    /// A connection without a request is closed at once. A response whose head has not been sent
    /// tells the client that the connection ends. The function returns when the port is free and
    /// all handlers have returned. A server that was stopped cannot be started.
    ///
    /// - Parameter deadline: the time for the running responses. Then their connections are closed
    ///   and the tasks of their handlers are cancelled. Zero closes all connections at once.
    package func stop(within deadline: Duration) async {
        let (run, listener) = state.withLock { state in
            state.isStopping = true
            return (state.run, state.listener.take())
        }
        if let listener {
            await close(listener)
            connections.endAfterResponses()
        }
        let alarm = loops.next().scheduleTask(in: TimeAmount(deadline)) { [connections] in
            connections.closeAll()
        }
        _ = await run?.result
        alarm.cancel()
    }

    /// Waits until the server has been stopped.
    ///
    /// - Throws: the error that ended the server, if it was not stopped.
    package func waitUntilStopped() async throws {
        try await state.withLock(\.run)?.value
    }

    /// Serves until the listener is closed; `onListening` receives the port once.
    private func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        let server = Server(
            childChannelSetup: WebChannel(configuration, handler, connections),
            configuration: ServerConfiguration(
                address: .hostname(configuration.address.host, port: configuration.port)),
            onServerRunning: { [self] listener in
                let isStopping = state.withLock { state in
                    if !state.isStopping { state.listener = listener }
                    return state.isStopping
                }
                if isStopping {
                    await close(listener)
                } else {
                    onListening(listener.localAddress?.port ?? 0)
                }
            },
            eventLoopGroup: loops, logger: configuration.logger)
        try await server.run()
    }

    /// Stops accepting connections; `run` returns when those that exist have ended.
    ///
    /// The ways to stop of Hummingbird do not work here. Cancellation traps while a connection is
    /// being accepted, because NIO requires every accepted channel to be handled. A graceful stop
    /// waits for a client that reads slowly. Therefore this first stops accepting, then waits until
    /// the connections that are being accepted are registered, and then closes the listener.
    private func close(_ listener: any Channel) async {
        try? await listener.setOption(.autoRead, value: false).get()
        // A connection that is being accepted hops between event loops. Each round completes one
        // hop, and there are fewer hops than rounds.
        for _ in 0..<6 {
            for loop in loops.makeIterator() {
                try? await loop.submit {}.get()
            }
        }
        try? await listener.close()
    }
}
