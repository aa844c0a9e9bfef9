import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Scheduling

/// Passes requests from the socket to the service, and sends the responses.
///
/// It is the only part of the stub that depends on the HTTP server.
final class StubServer: Sendable {
    private let service: StubService
    private let port: Int
    private let connections = ConnectionRegistry()
    private let listener = Guarded<(any Channel)?>(nil)
    private let loops = MultiThreadedEventLoopGroup.singleton

    init(service: StubService, port: Int) {
        self.service = service
        self.port = port
    }

    /// Serves until it is stopped; `onListening` receives the port once.
    func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        let responder = CallbackResponder<StubContext> { [service] request, context in
            try await Self.respond(to: request, context, service)
        }
        var logger = Logger(label: "photopark.stub", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .critical
        let limits = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: Self.headerLimit, maxHeaderListSize: Self.headerLimit)
        let application = Application(
            responder: responder,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [self.connections.makeHandler()],
                    httpDecoderConfiguration: limits)),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                self.listener.withLock { $0 = channel }
                onListening(channel.localAddress?.port ?? 0)
            },
            eventLoopGroupProvider: .shared(loops), logger: logger)
        try await application.run()
    }

    /// Closes every connection; `run` returns or throws soon after.
    ///
    /// The server's own ways to stop do not work here. Cancellation traps while a connection is
    /// being accepted, because NIO requires every accepted channel to be handled. A graceful stop
    /// waits for a client that reads slowly. Therefore this first stops accepting, then waits until
    /// the connections that are being accepted are registered, and then closes the listener and all
    /// connections.
    func stop() async {
        guard let listener = listener.withLock({ $0.take() }) else { return }
        try? await listener.setOption(.autoRead, value: false).get()
        await acceptPendingConnections()
        try? await listener.close()
        connections.closeAll()
    }

    /// Waits until the connections that are being accepted are registered.
    ///
    /// Such a connection hops between event loops. Each round completes one hop, and there are
    /// fewer hops than rounds.
    private func acceptPendingConnections() async {
        for _ in 0..<6 {
            for loop in loops.makeIterator() {
                try? await loop.submit {}.get()
            }
        }
    }

    /// The maximum size of a request's header, in bytes.
    ///
    /// A `Dropbox-API-Arg` header may contain the longest name, with each of its units escaped.
    private static let headerLimit = 1 << 20

    private static func respond(
        to request: Request, _ context: StubContext, _ service: StubService
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: StubRequest.bodyLimit)
        var headers: [String: String] = [:]
        for field in request.headers {
            headers[field.name.canonicalName] = headerText(field)
        }
        headers["host"] = request.head.authority
        let answer = await service.answer(
            StubRequest(
                method: request.method.rawValue, path: request.uri.path,
                query: decodedForm(request.uri.query ?? ""), headers: headers,
                body: Array(buffer: body)))
        if answer.effect == .close {
            try await context.channel.close()
        }
        return response(answer, isHead: request.method == .head, service)
    }

    /// The value of a header field, whose bytes may be raw UTF-8.
    private static func headerText(_ field: HTTPField) -> String {
        field.withUnsafeBytesOfValue { String(decoding: $0, as: UTF8.self) }
    }

    private static func response(
        _ answer: StubService.PlannedResponse, isHead: Bool, _ service: StubService
    ) -> Response {
        let response = answer.response
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        let sender = ResponseSender(
            body: response.body, effect: answer.effect, disk: service.library.disk,
            stopping: service.stopping)
        fields[.contentLength] = String(sender.size)
        let isBodiless = isHead || response.status == 304 || response.status == 204
        return Response(
            status: .init(code: response.status), headers: fields,
            body: isBodiless ? .init() : sender.responseBody)
    }
}

/// The context of a request: its connection.
struct StubContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
