import Scheduling
import Synchronization

/// The queue of commands for the I/O thread, which is woken only if it sleeps.
///
/// It is not a `Mailbox`: its consumer is not a scheduler, and sleeps in the poller of its sockets.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [LoopCommand] = []
        var isAsleep = false
        var isClosed = false
    }

    private let notifier: EventNotifier
    private let state = Guarded(State())
    private let isFilled = Atomic<Bool>(false)

    init(notifier: EventNotifier) {
        self.notifier = notifier
    }

    /// Adds a command, from any thread; a closed queue drops it.
    func post(_ command: LoopCommand) {
        let mustWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            isFilled.store(true, ordering: .relaxed)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if mustWake { notifier.notify() }
    }

    /// Takes the commands; on the I/O thread.
    func take(into commands: inout [LoopCommand]) {
        state.withLock { state in
            state.isAsleep = false
            isFilled.store(false, ordering: .relaxed)
            swap(&commands, &state.commands)
        }
    }

    /// Whether a command is queued, read without the lock.
    var hasCommands: Bool { isFilled.load(ordering: .relaxed) }

    /// Whether the I/O thread may sleep: no command is queued, and the next one will wake it.
    func maySleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Closes the queue, and releases the commands that were not executed.
    func close() {
        // Outside of the lock, because the release of a request may run its author's code.
        _ = state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
