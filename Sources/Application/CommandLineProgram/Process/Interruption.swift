import Dispatch
import Foundation
import Scheduling

/// The signals SIGHUP, SIGINT and SIGTERM: the first one stops the running command.
///
/// A second one ends the program immediately. A command that has not stopped after `limit` is ended
/// too, for example when its output is not read.
///
/// SIGQUIT keeps the system's default: it ends the program immediately, without the Swift runtime's
/// crash report.
final class Interruption: Sendable {
    private struct State {
        var received: ExitStatus?
        var onFirst: (@Sendable () -> Void)?
        /// The action of a SIGHUP that does not stop the command.
        var onHangUp: (@Sendable () -> Void)?
    }

    static let shared = Interruption()
    private static let limit = DispatchTimeInterval.milliseconds(1_500)
    private static let statuses: KeyValuePairs<Int32, ExitStatus> = [
        SIGHUP: .hungUp, SIGINT: .interrupted, SIGTERM: .terminated,
    ]
    /// The signals that stop a command.
    static let signals = statuses.map(\.key)

    private let state = Guarded(State())

    /// The exit code for the first signal received; `nil` before any signal.
    var received: ExitStatus? { state.withLock { $0.received } }

    /// Installs the handlers; before this, signals have the system's default effect.
    func install() {
        // The parent may have left the signals blocked, and they would never arrive.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in Self.signals + [SIGQUIT] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGQUIT, SIG_DFL)
        for (number, status) in Self.statuses {
            // A run under `nohup` outlives its terminal.
            let former = signal(number, SIG_IGN)
            if number == SIGHUP, Self.isIgnored(former) { continue }
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            // The handler keeps its source alive for the life of the program.
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

    /// Calls `action` on the first signal, on a background thread.
    ///
    /// If a signal has already arrived, the call happens immediately, on the caller's thread.
    func onFirst(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.onFirst = action
            return state.received != nil
        }
        if isLate { action() }
    }

    /// Calls `action` on each SIGHUP from now on, in place of stopping the command.
    ///
    /// A SIGHUP after a signal that stops the command keeps its usual effect.
    func onHangUp(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onHangUp = action }
    }

    private func receive(_ status: ExitStatus) {
        if status == .hungUp,
            let action = state.withLock({ $0.received == nil ? $0.onHangUp : nil })
        {
            action()
            return
        }
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
