import Composition
import Foundation
import ProgramServices
import Scheduling
import Signals

/// The state of the watches, for the service manager and for metrics.
@MainActor
@Schedulable
final class WatchMonitor: WatchListener {
    private let notifier: ServiceNotifier?
    private let scope: Scope
    private let counter: RequestCounter
    private let origin = ContinuousClock.now
    private var heartbeat: Disposable?
    private var metrics = WatchMetrics()
    private var text = ""
    private var wasReady = false

    /// Creates the monitor.
    ///
    /// - Parameters:
    ///   - notifier: the connection to the service manager; `nil` without one.
    ///   - scope: the program, with the business logic.
    ///   - counter: the requests of the watches.
    init(_ notifier: ServiceNotifier?, in scope: Scope, counting counter: RequestCounter) {
        self.notifier = notifier
        self.scope = scope
        self.counter = counter
    }

    /// Takes the libraries that are watched from now on.
    func watchesBegan(of libraries: [WatchedLibrary]) {
        checkScheduler()
        metrics.begin(libraries.map(\.name), at: now)
        update()
        guard heartbeat == nil, let notifier, let interval = notifier.watchdogInterval else {
            return
        }
        // A business logic that hangs does not send it, nor does a main scheduler that hangs.
        let pulse = { @MainActor [scope] in
            Task { try? await scope.handle(WatchPulseKey.self).run { $0.beat(notifier) } }
        }
        _ = pulse()
        heartbeat = Signal<Int, Never>.interval(interval, in: .main).observe { _ in _ = pulse() }
    }

    /// Takes an event of the watch of a library.
    func happened(_ event: WatchEvent, of library: WatchedLibrary?) {
        checkScheduler()
        guard let library else { return }
        metrics.take(event, of: library.name, at: now)
        update()
    }

    /// Ends the reports.
    func watchesEnded() {
        checkScheduler()
        heartbeat?.dispose()
        notifier?.send("STOPPING", "1")
    }

    /// The metrics as text for Prometheus.
    func metricsText() -> String {
        checkScheduler()
        return metrics.text(at: now, requests: counter.counts)
    }

    /// Whether each library is up to date, or was a short time ago.
    func isFresh() -> Bool {
        checkScheduler()
        return metrics.isFresh(at: now)
    }

    /// Returns when the main scheduler and that of the business logic have answered.
    func checkPulse() async throws {
        checkScheduler()
        try await scope.handle(WatchPulseKey.self).run { $0.check() }
    }

    private var now: WatchMetrics.Moment {
        checkScheduler()
        return WatchMetrics.Moment(
            elapsed: origin.duration(to: .now), wallTime: Date.now.timeIntervalSince1970)
    }

    private func update() {
        let status = metrics.status
        if status.isReady, !wasReady {
            wasReady = true
            notifier?.send("READY", "1")
        }
        guard status.text != text else { return }
        text = status.text
        notifier?.send("STATUS", text)
    }
}
