import Dispatch
import Foundation
import Synchronization

/// SIGINT and SIGTERM: the first asks the running command to stop, a second ends the program at once.
///
/// So does time: a command that is stuck, say in writing to a reader that does not read, gets `patience`.
final class Interruption: Sendable {
    private struct State {
        var received: ExitStatus?
        var onFirst: (@Sendable () -> Void)?
    }

    static let shared = Interruption()
    private static let patience = DispatchTimeInterval.milliseconds(1_500)

    private let state = Mutex(State())

    /// The exit code of the signal that came; `nil` while none has.
    var received: ExitStatus? { state.withLock { $0.received } }

    /// Starts to listen; before this, a signal ends the program as the system does.
    func install() {
        // A parent may have left them blocked, and then they would never arrive.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        for (number, status) in [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            // The handler keeps its source alive, for as long as the program lives.
            source.setEventHandler { [self] in withExtendedLifetime(source) { receive(status) } }
            source.activate()
        }
    }

    /// Calls `action` on the first signal, on a background thread, or at once when it has come already.
    func onFirst(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.onFirst = action
            return state.received != nil
        }
        if isLate { action() }
    }

    private func receive(_ status: ExitStatus) {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            if let first = state.received { _exit(first.rawValue) }
            state.received = status
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
                _exit(status.rawValue)
            }
            return state.onFirst
        }
        action?()
    }
}
