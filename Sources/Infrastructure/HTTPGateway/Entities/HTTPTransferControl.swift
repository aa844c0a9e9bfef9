import Scheduling

/// Pauses, resumes, slows and cancels the transfers whose options contain it.
///
/// All methods may be called from any thread. One control may serve several calls, which are then
/// controlled together. Settings that are made before a transfer begins apply to it from its
/// beginning.
public final class HTTPTransferControl: Sendable {
    /// The desired state of the transfers.
    package struct DesiredState: Sendable {
        package fileprivate(set) var isPaused = false
        package fileprivate(set) var isCancelled = false
        package fileprivate(set) var bandwidth: HTTPBandwidth?
    }

    private struct Listener {
        /// The number in the order of registration.
        let number: Int
        let notify: @Sendable () -> Void
    }

    private struct State {
        var desiredState = DesiredState()
        var listeners: [ObjectIdentifier: Listener] = [:]
        var listenerCount = 0
    }

    private let state = Guarded(State())

    /// Creates a control for future transfers.
    public init() {}

    /// Stops moving bytes; the connection stays open, and the server may time out.
    public func pause() { change { $0.isPaused = true } }

    /// Resumes paused transfers.
    public func resume() { change { $0.isPaused = false } }

    /// Ends the present and future transfers with `.cancelled`.
    public func cancel() { change { $0.isCancelled = true } }

    /// Changes the bandwidth limit.
    public func limit(_ bandwidth: HTTPBandwidth) {
        change { $0.bandwidth = bandwidth }
    }

    private func change(_ change: (inout DesiredState) -> Void) {
        let listeners = state.withLock { state in
            change(&state.desiredState)
            return state.listeners.values.sorted { $0.number < $1.number }
        }
        listeners.forEach { $0.notify() }
    }

    /// The current desired state.
    package var desiredState: DesiredState { state.withLock(\.desiredState) }

    /// Registers `listener`, which re-reads the desired state.
    ///
    /// It is called at once, and after each change on the thread that makes the change. Concurrent
    /// changes may call it in another order, so it must use the state that it reads.
    package func attach(_ owner: AnyObject, _ listener: @escaping @Sendable () -> Void) {
        let key = ObjectIdentifier(owner)
        state.withLock { state in
            state.listenerCount += 1
            state.listeners[key] = Listener(number: state.listenerCount, notify: listener)
        }
        listener()
    }

    package func detach(_ owner: AnyObject) {
        let key = ObjectIdentifier(owner)
        state.withLock { $0.listeners[key] = nil }
    }
}

extension HTTPTransferControl: Equatable {
    /// Whether both are the same object.
    public static func == (left: HTTPTransferControl, right: HTTPTransferControl) -> Bool {
        left === right
    }
}
