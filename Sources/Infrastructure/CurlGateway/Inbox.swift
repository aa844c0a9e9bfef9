import CCurl
import HTTPGateway
import Scheduling
import Synchronization

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
/// With nothing under way it sleeps on a parker, else in the library's poll: waking the library takes
/// three more system calls. Waking it happens inside the lock, so that it cannot meet the end of the
/// multi handle.
final class Inbox: @unchecked Sendable {  // the handle is only woken, in the lock
    private enum Rest {
        case awake
        case parked
        case polling
    }

    private struct State {
        var commands: [Command] = []
        var rest = Rest.awake
        var isClosed = false
    }

    private let multi: OpaquePointer
    private let parker = Parker()
    private let state = Guarded(State())
    private let isFilled = Atomic<Bool>(false)

    init(waking multi: OpaquePointer) {
        self.multi = multi
    }

    /// Adds a command, from any thread; `false` when it comes after the end, and is dropped.
    @discardableResult
    func post(_ command: Command) -> Bool {
        let (isTaken, isParked) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            isFilled.store(true, ordering: .relaxed)
            defer { state.rest = .awake }
            if state.rest == .polling { curl_multi_wakeup(UnsafeMutableRawPointer(multi)) }
            return (true, state.rest == .parked)
        }
        if isParked { parker.unpark() }
        return isTaken
    }

    /// Takes the commands; on the I/O thread.
    func take(into commands: inout [Command]) {
        state.withLock { state in
            state.rest = .awake
            isFilled.store(false, ordering: .relaxed)
            swap(&commands, &state.commands)
        }
    }

    /// Whether a command waits; a look without the lock.
    var hasCommands: Bool { isFilled.load(ordering: .relaxed) }

    /// Waits for a command, at most until `deadline`; on the I/O thread, with nothing under way.
    func park(until deadline: SchedulerInstant) {
        if rest(.parked) { parker.park(until: deadline) }
    }

    /// Whether the I/O thread may sleep in the library's poll: nothing has come since it looked.
    func mayPoll() -> Bool { rest(.polling) }

    private func rest(_ rest: Rest) -> Bool {
        state.withLock { state in
            state.rest = state.commands.isEmpty ? rest : .awake
            return state.commands.isEmpty
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
