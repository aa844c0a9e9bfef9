import Scheduling

/// Pauses, resumes, slows and cancels the transfers that carry it in their options; from any thread.
///
/// One control may serve several calls: they then pause together. What is set before a transfer begins
/// holds for it from its beginning.
public final class HTTPTransferControl: Sendable {
    package enum Command: Sendable {
        case pause, resume, cancel
        case limit(HTTPBandwidth)
    }

    private struct State {
        var isPaused = false
        var isCancelled = false
        var bandwidth: HTTPBandwidth?
        var listeners: [ObjectIdentifier: @Sendable (Command) -> Void] = [:]
    }

    private let state = Guarded(State())

    /// A control for transfers to come.
    public init() {}

    /// Stops moving bytes; the connection stays, and the server may lose its patience with it.
    public func pause() { send(.pause) { $0.isPaused = true } }

    /// Goes on.
    public func resume() { send(.resume) { $0.isPaused = false } }

    /// Ends the transfers with `.cancelled`, and those to come too.
    public func cancel() { send(.cancel) { $0.isCancelled = true } }

    /// Changes the most bytes a second.
    public func limit(_ bandwidth: HTTPBandwidth) {
        send(.limit(bandwidth)) { $0.bandwidth = bandwidth }
    }

    private func send(_ command: Command, _ change: (inout State) -> Void) {
        let listeners = state.withLock { state in
            change(&state)
            return Array(state.listeners.values)
        }
        listeners.forEach { $0(command) }
    }

    /// Calls `listener`, on the caller's or any later commanding thread, with what was set and each change.
    package func attach(_ owner: AnyObject, _ listener: @escaping @Sendable (Command) -> Void) {
        let key = ObjectIdentifier(owner)
        let commands = state.withLock { state in
            state.listeners[key] = listener
            var commands: [Command] = []
            if let bandwidth = state.bandwidth { commands.append(.limit(bandwidth)) }
            if state.isPaused { commands.append(.pause) }
            if state.isCancelled { commands.append(.cancel) }
            return commands
        }
        commands.forEach(listener)
    }

    package func detach(_ owner: AnyObject) {
        let key = ObjectIdentifier(owner)
        state.withLock { $0.listeners[key] = nil }
    }
}

extension HTTPTransferControl: Equatable {
    /// Whether both are one.
    public static func == (left: HTTPTransferControl, right: HTTPTransferControl) -> Bool {
        left === right
    }
}
