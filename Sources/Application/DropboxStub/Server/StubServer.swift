import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Carries requests from the socket to the service and answers back: the only part of the stub
/// that knows the HTTP server it runs on.
struct StubServer: Sendable {
    let service: StubService
    let port: Int

    /// Serves until the task is cancelled; `onListening` gets the port once.
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
            server: .http1(configuration: .init(httpDecoderConfiguration: limits)),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) },
            logger: logger)
        try await application.run()
    }

    /// A `Dropbox-API-Arg` header may hold the longest name, each unit of it escaped.
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
        return response(answer, isHead: request.method == .head, disk: service.library.disk)
    }

    /// Header values are bytes: an argument may come as raw UTF-8.
    private static func headerText(_ field: HTTPField) -> String {
        field.withUnsafeBytesOfValue { String(decoding: $0, as: UTF8.self) }
    }

    private static func response(
        _ answer: StubService.Answer, isHead: Bool, disk: DiskReader
    ) -> Response {
        let reply = answer.reply
        var fields = HTTPFields()
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        let sender = ReplySender(body: reply.body, effect: answer.effect, disk: disk)
        fields[.contentLength] = String(sender.size)
        let isBodiless = isHead || reply.status == 304 || reply.status == 204
        return Response(
            status: .init(code: reply.status), headers: fields,
            body: isBodiless ? .init() : sender.responseBody)
    }
}

/// What is known of a request's connection.
struct StubContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
