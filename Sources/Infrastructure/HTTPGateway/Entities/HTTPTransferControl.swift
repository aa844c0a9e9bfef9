import Scheduling

/// Pauses, resumes, slows and cancels the transfers that carry it in their options; from any thread.
///
/// One control may serve several calls: they then pause together. What is set before a transfer begins
/// holds for it from its beginning.
public final class HTTPTransferControl: Sendable {
    /// What is wanted of the transfers.
    package struct Wish: Sendable {
        package fileprivate(set) var isPaused = false
        package fileprivate(set) var isCancelled = false
        package fileprivate(set) var bandwidth: HTTPBandwidth?
    }

    private struct State {
        var wish = Wish()
        var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Guarded(State())

    /// A control for transfers to come.
    public init() {}

    /// Stops moving bytes; the connection stays, and the server may lose its patience with it.
    public func pause() { change { $0.isPaused = true } }

    /// Goes on.
    public func resume() { change { $0.isPaused = false } }

    /// Ends the transfers with `.cancelled`, and those to come too.
    public func cancel() { change { $0.isCancelled = true } }

    /// Changes the most bytes a second.
    public func limit(_ bandwidth: HTTPBandwidth) {
        change { $0.bandwidth = bandwidth }
    }

    private func change(_ change: (inout Wish) -> Void) {
        let listeners = state.withLock { state in
            change(&state.wish)
            return Array(state.listeners.values)
        }
        listeners.forEach { $0() }
    }

    /// What is wanted now.
    package var wish: Wish { state.withLock(\.wish) }

    /// Calls `listener` at once and after each change, on the thread that makes it, to look at the wish again.
    ///
    /// Threads that change it at the same time may call in another order: what counts is the wish that is seen.
    package func attach(_ owner: AnyObject, _ listener: @escaping @Sendable () -> Void) {
        let key = ObjectIdentifier(owner)
        state.withLock { $0.listeners[key] = listener }
        listener()
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
