import NIOCore
import Scheduling
import Synchronization

/// A command to the handler of a connection, from any thread.
enum ConnectionCommand: Sendable {
    /// End the connection after the bytes that have been written, in the middle of a response.
    case cut
    /// End the connection after the responses to the requests that have arrived.
    case endAfterResponses
    /// Close the connection at once.
    case close

    func send(to channel: any Channel) {
        channel.triggerUserOutboundEvent(self, promise: nil)
    }
}

/// A connection, as other threads see it.
final class WebConnection: Sendable {
    let channel: any Channel
    /// The time at which the connection was accepted.
    let opened = NIODeadline.now()
    /// The time since when no complete request has been there to serve; 0 while there is one.
    private let waitingSince = Atomic<UInt64>(0)
    private let state = Guarded(State())

    private struct State: Sendable {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Notes whether the connection waits for the client.
    func note(waitingSince time: NIODeadline?) {
        waitingSince.store(time.map { max(1, $0.uptimeNanoseconds) } ?? 0, ordering: .relaxed)
    }

    /// The time since when the connection has waited, and has sent almost all of its responses.
    ///
    /// It is `nil` if a request is being served.
    var idleSince: UInt64? {
        let time = waitingSince.load(ordering: .relaxed)
        return time > 0 && channel.isWritable ? time : nil
    }

    /// Sets the task that serves the connection.
    func serve(with task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the handler's task.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Closes the connection, without the rest of a response.
    func close() {
        ConnectionCommand.close.send(to: channel)
        cancel()
    }
}
