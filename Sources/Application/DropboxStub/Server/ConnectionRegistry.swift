import NIOCore
import Scheduling

/// The open connections, so that the stub can close them when it stops.
final class ConnectionRegistry: Sendable {
    private let channels = Guarded<[ObjectIdentifier: any Channel]>([:])

    /// A handler that registers its connection here while it is open.
    func makeHandler() -> any RemovableChannelHandler {
        Handler(registry: self)
    }

    func closeAll() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.close(promise: nil)
        }
    }

    private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        private let registry: ConnectionRegistry

        init(registry: ConnectionRegistry) {
            self.registry = registry
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            registry.channels.withLock { $0[ObjectIdentifier(channel)] = channel }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            let channel = context.channel
            registry.channels.withLock { $0[ObjectIdentifier(channel)] = nil }
        }
    }
}
