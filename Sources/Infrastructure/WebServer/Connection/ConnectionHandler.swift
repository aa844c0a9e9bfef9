import NIOCore
import NIOHTTP1

/// Enforces the host check, the limits and the deadlines of a connection.
///
/// It is a channel handler between the parser and the rest of the pipeline, on the connection's
/// event loop. `ConnectionState` makes the decisions.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: WebConnection
    private let connections: ConnectionRegistry
    private let hosts: AllowedHosts
    private let visitor: @Sendable (String?) -> WebVisitor
    private let limits: WebServerLimits
    private var state: ConnectionState
    private var alarm: Scheduled<Void>?
    private var port = 0
    private var isSurplus = false

    init(
        _ connection: WebConnection, in connections: ConnectionRegistry,
        _ configuration: WebServerConfiguration
    ) {
        self.connection = connection
        self.connections = connections
        hosts = configuration.hosts
        visitor = configuration.visitor
        limits = configuration.limits
        state = ConnectionState(limits: configuration.limits, now: .uptime)
    }
}

/// The life of the connection.
extension ConnectionHandler {
    func handlerAdded(context: ChannelHandlerContext) {
        connection.note(waitingSince: .now())
        isSurplus = !connections.add(connection)
        schedule(at: .uptime + limits.shortestTime, context)
    }

    func channelActive(context: ChannelHandlerContext) {
        port = context.channel.localAddress?.port ?? 0
        context.fireChannelActive()
        if isSurplus {
            perform(state.refuse(.overloaded), context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.cancel()
        connections.remove(connection)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let command = event as? ConnectionCommand else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        switch command {
        case .cut: perform(state.endedOutput, context)
        case .endAfterResponses: perform(state.stop(), context)
        case .close: perform(.close, context)
        }
        promise?.succeed()
    }

    /// Ends the connection when its task has ended, after the bytes that have been written.
    func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        guard mode != .input else {
            context.close(mode: mode, promise: promise)
            return
        }
        perform(state.endedOutput, context)
        if mode == .all {
            context.channel.closeFuture.cascade(to: promise)
        } else {
            promise?.succeed()
        }
    }

    private func schedule(at time: Duration, _ context: ChannelHandlerContext) {
        alarm?.cancel()
        let loop = context.eventLoop.assumeIsolated()
        alarm = loop.scheduleTask(in: TimeAmount(time - .uptime)) { [self] in
            let unsent = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
            let action = state.examine(unsent: unsent ?? 0, now: .uptime)
            if case .wait(let time) = action {
                schedule(at: time, context)
            } else {
                schedule(at: .uptime + limits.shortestTime, context)
                perform(action, context)
            }
        }
    }
}

/// Requests.
extension ConnectionHandler {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let action =
            switch Self.unwrapInboundIn(data) {
            case .head(let head):
                state.receivedHead(
                    fault: fault(of: head) ?? overload(by: head), isLast: !head.isKeepAlive,
                    now: .uptime)
            case .body(let bytes): state.receivedBody(bytes.readableBytes)
            case .end: receivedEnd()
            }
        if action == .forward {
            context.fireChannelRead(data)
        } else {
            perform(action, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The rest of the pipeline reads no more, but the end of the input must be seen.
        if state.isDiscarding {
            context.read()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError {
            let isOverflow = if case .headerOverflow = error { true } else { false }
            perform(state.receivedFault(isOverflow ? .headTooLarge : .malformed), context)
        } else {
            context.fireErrorCaught(error)
        }
    }

    private func receivedEnd() -> ConnectionState.Action {
        let action = state.receivedEnd(now: .uptime)
        if action == .forward {
            connection.note(waitingSince: nil)
        }
        return action
    }

    /// The reason to refuse a request because of its head.
    private func fault(of head: HTTPRequestHead) -> RequestFault? {
        var host: String?
        var bodySize = 0
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 4 where name.lowercased() == "host":
                guard host == nil else { return .foreignHost }
                host = value
            case 14 where name.lowercased() == "content-length":
                bodySize = Int(value) ?? .max
            default: break
            }
        }
        guard let host, hosts.contains(host, port: port) else { return .foreignHost }
        if let fault = fault(ofTarget: head.uri) { return fault }
        return bodySize <= limits.bodyBytes ? nil : .bodyTooLarge
    }

    /// The reason to refuse a request because of the other connections of its sender.
    private func overload(by head: HTTPRequestHead) -> RequestFault? {
        let isAdmitted = connections.admit(
            visitor(head.headers.first(name: "Cookie")), on: connection)
        return isAdmitted ? nil : .overloaded
    }

    /// The reason to refuse a target: it must be a path, an asterisk, or an address of this server.
    private func fault(ofTarget target: String) -> RequestFault? {
        guard target.utf8.first != UInt8(ascii: "/"), target != "*" else { return nil }
        guard target.hasPrefix("http://") else { return .malformed }
        let authority = target.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
        return hosts.contains(authority, port: port) ? nil : .foreignHost
    }
}

/// Responses.
extension ConnectionHandler {
    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard !state.isFinished else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch Self.unwrapOutboundIn(data) {
        case .head(var head) where state.isLastResponse:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        case .head:
            context.write(data, promise: promise)
        case .body(let bytes):
            state.wroteBody(bytes.readableBytes)
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            perform(state.wroteEnd(now: .uptime), context)
            if state.openRequests == 0, !state.isFinished {
                connection.note(waitingSince: .now())
            }
        }
    }

    private func perform(_ action: ConnectionState.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .refuse(let fault): refuse(fault, context)
        case .fail(let fault): context.fireErrorCaught(fault)
        case .finish: finish(context)
        case .close: context.close(promise: nil)
        case .forward, .ignore, .wait: break
        }
    }

    private func refuse(_ fault: RequestFault, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: fault.text)
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: fault.rawValue),
            headers: [
                "Content-Type": "text/plain; charset=utf-8",
                "Content-Length": String(body.readableBytes), "Date": ResponseDate.now,
                "Connection": "close",
            ])
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.write(Self.wrapOutboundOut(.end(nil)), promise: nil)
        finish(context)
    }

    /// Ends the connection when all of the output has been sent.
    private func finish(_ context: ChannelHandlerContext) {
        state.finish(now: .uptime)
        let mode = state.lingers ? CloseMode.output : .all
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { [connection] _ in
            context.close(mode: mode, promise: nil)
            // This connection is the first one to make room for another.
            connection.note(waitingSince: .uptimeNanoseconds(0))
        }
        // An empty part has its turn after everything that was written.
        context.writeAndFlush(
            Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: sent)
        context.read()
    }
}

extension Duration {
    /// The time on the event loops' clock.
    fileprivate static var uptime: Duration {
        .nanoseconds(Int64(NIODeadline.now().uptimeNanoseconds))
    }
}
