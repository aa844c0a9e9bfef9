import Composition
import Foundation
import Scheduling
import Signals

/// Tells the service manager the state of the watches.
@MainActor
@Schedulable
final class WatchMonitor {
    private let notifier: ServiceNotifier?
    private let scope: Scope
    private var heartbeat: Disposable?
    private var status = WatchStatus()
    private var text = ""
    private var wasReady = false

    /// Creates the monitor, which does nothing without a service manager.
    init(_ notifier: ServiceNotifier?, in scope: Scope) {
        self.notifier = notifier
        self.scope = scope
    }

    /// Takes the libraries that are watched from now on.
    func begin(_ libraries: [String]) {
        checkScheduler()
        status.begin(libraries)
        update()
        guard heartbeat == nil, let notifier, let interval = notifier.watchdogInterval else {
            return
        }
        // A business logic that hangs does not send it, nor does a main scheduler that hangs.
        let pulse = { @MainActor [scope] in
            Task { try? await scope.handle(WatchPulseKey.self).run { $0.beat(notifier) } }
        }
        _ = pulse()
        heartbeat = Signal<Int, Never>.interval(interval).observe { _ in _ = pulse() }
    }

    /// Takes an event of the watch of a library.
    func take(_ event: WatchEvent, of library: String) {
        checkScheduler()
        status.take(event, of: library)
        update()
    }

    /// Ends the reports.
    func end() {
        checkScheduler()
        heartbeat?.dispose()
        notifier?.send("STOPPING", "1")
    }

    private func update() {
        if status.isReady, !wasReady {
            wasReady = true
            notifier?.send("READY", "1")
        }
        guard status.text != text else { return }
        text = status.text
        notifier?.send("STATUS", text)
    }
}
