import CCurl
import HTTPGateway
import Scheduling

/// What others want the I/O thread to do.
enum Command: Sendable {
    case start(CurlTransfer)
    case opened(CurlTransfer, Result<FileHandover, HTTPError>)
    case cancel(CurlTransfer)
    case consumed(CurlTransfer, Int)
    case steer(CurlTransfer, HTTPTransferControl.Command)
    case resolved(NameResolver.Answer)
    case limit(HTTPBandwidth)
    case stop
}

/// Commands on their way to the I/O thread, which is woken only when it sleeps.
///
/// Waking happens inside the lock, so that it cannot meet the end of the multi handle.
final class Inbox: @unchecked Sendable {  // the handle is only woken, in the lock
    private struct State {
        var commands: [Command] = []
        var isAsleep = false
        var isClosed = false
    }

    private let multi: OpaquePointer
    private let state = Guarded(State())

    init(waking multi: OpaquePointer) {
        self.multi = multi
    }

    /// Adds a command, from any thread; `false` when it comes after the end, and is dropped.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            guard state.isAsleep else { return true }
            state.isAsleep = false
            curl_multi_wakeup(UnsafeMutableRawPointer(multi))
            return true
        }
    }

    /// Takes the commands; on the I/O thread.
    func take(into commands: inout [Command]) {
        state.withLock { state in
            state.isAsleep = false
            swap(&commands, &state.commands)
        }
    }

    /// Whether the I/O thread may sleep: nothing has come since it looked.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Takes nothing any more, and hands over what was not carried out.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
