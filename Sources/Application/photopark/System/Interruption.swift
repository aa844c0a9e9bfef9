import Dispatch
import Foundation
import Synchronization

/// SIGHUP, SIGINT and SIGTERM: the first one asks the running command to stop, a second one ends the program at once.
///
/// A command that has not stopped after `limit`, for example because nobody reads its output, is ended too.
///
/// SIGQUIT keeps the system's default: it ends the program at once, without the Swift runtime's crash report.
final class Interruption: Sendable {
    private struct State {
        var received: ExitStatus?
        var onFirst: (@Sendable () -> Void)?
    }

    static let shared = Interruption()
    private static let limit = DispatchTimeInterval.milliseconds(1_500)
    private static let statuses: KeyValuePairs<Int32, ExitStatus> = [
        SIGHUP: .hungUp, SIGINT: .interrupted, SIGTERM: .terminated,
    ]
    /// The signals that stop a command.
    static let signals = statuses.map(\.key)

    private let state = Mutex(State())

    /// The exit code of the signal that came; `nil` while none has.
    var received: ExitStatus? { state.withLock { $0.received } }

    /// Starts to listen; before this, a signal ends the program as the system does.
    func install() {
        // A parent may have left them blocked, and then they would never arrive.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in Self.signals + [SIGQUIT] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGQUIT, SIG_DFL)
        for (number, status) in Self.statuses {
            // Under `nohup` the run outlives its terminal.
            let former = signal(number, SIG_IGN)
            if number == SIGHUP, Self.isIgnored(former) { continue }
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            // The handler keeps its source alive, for as long as the program lives.
            source.setEventHandler { [self] in withExtendedLifetime(source) { receive(status) } }
            source.activate()
        }
    }

    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        func address(_ handler: (@convention(c) (Int32) -> Void)?) -> Int {
            unsafeBitCast(handler, to: Int.self)  // SIG_IGN is a number in the place of an address
        }
        return address(handler) == address(SIG_IGN)
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
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit) {
                _exit(status.rawValue)
            }
            return state.onFirst
        }
        action?()
    }
}
