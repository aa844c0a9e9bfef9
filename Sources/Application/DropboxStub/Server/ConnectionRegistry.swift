import NIOCore
import Scheduling

/// The connections that are open, so that a stub can end them when it stops.
final class ConnectionRegistry: Sendable {
    private let channels = Guarded<[ObjectIdentifier: any Channel]>([:])

    /// The handler that enters its connection here for as long as it is open.
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
