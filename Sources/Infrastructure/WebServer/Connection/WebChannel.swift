import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The setup of an accepted connection: Hummingbird's, with `ConnectionHandler` after the parser.
struct WebChannel: ServerChildChannel {
    /// A connection that is ready to be served.
    struct Accepted: ServerChildChannelValue {
        let http: HTTP1Channel.Value
        let connection: WebConnection
        var channel: any Channel { connection.channel }
    }

    private let configuration: WebServerConfiguration
    private let connections: ConnectionRegistry
    private let http: HTTP1Channel

    init(
        _ configuration: WebServerConfiguration, _ handler: @escaping WebHandler,
        _ connections: ConnectionRegistry
    ) {
        self.configuration = configuration
        self.connections = connections
        let responder = RequestResponder(handler: handler, logger: configuration.logger)
        let limits = configuration.limits
        http = HTTP1Channel(
            responder: { (request, writer: consuming ResponseWriter, channel) in
                try await responder.respond(to: request, through: writer, on: channel)
            },
            configuration: .init(
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                    maxHeaderFieldCount: limits.headFields)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Accepted> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { http in
            let connection = WebConnection(channel)
            let operations = channel.pipeline.syncOperations
            let parser = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try operations.addHandler(
                ConnectionHandler(connection, in: connections, configuration),
                position: .after(parser))
            return Accepted(http: http, connection: connection)
        }
    }

    /// Serves a connection until it is closed, in a task that can be cancelled alone.
    func handle(value: Accepted, logger: Logger) async {
        let executor =
            configuration.runsHandlersOnLoops ? LoopExecutor(value.channel.eventLoop) : nil
        let task = Task(executorPreference: executor) {
            await http.handle(value: value.http, logger: logger)
        }
        value.connection.serve(with: task)
        await task.value
    }
}
