import Dispatch
import Foundation

/// A signal that asks a running command for something, in place of ending it.
package enum RequestSignal: Hashable, Sendable {
    /// SIGUSR1: does at once the work for which the command waits.
    case refresh
    /// SIGHUP: reads the settings again.
    case reload

    /// Returns the signals from now on; only the last eight are kept until they are read.
    ///
    /// A terminal that is closed sends SIGHUP, too. Therefore it still ends a command whose
    /// standard error is a terminal. A run under `nohup` ignores it.
    package static func all() -> AsyncStream<Self> {
        let (signals, send) = AsyncStream.makeStream(
            of: Self.self, bufferingPolicy: .bufferingNewest(8))
        if isatty(STDERR_FILENO) == 0 {
            Interruption.shared.onHangUp { send.yield(.reload) }
        }
        // The parent may have left the signal blocked.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR1)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(
            signal: SIGUSR1, queue: .global(qos: .userInitiated))
        // The handler keeps its source alive for the life of the program.
        source.setEventHandler { withExtendedLifetime(source) { _ = send.yield(.refresh) } }
        source.activate()
        return signals
    }
}
