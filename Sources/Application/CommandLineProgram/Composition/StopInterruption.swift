import Composition
import Scheduling

/// The interruption of a program, which limits the time for the stop of its services.
final class StopInterruption: Sendable {
    private let began = Guarded<ContinuousClock.Instant?>(nil)

    func begin() { began.withLock { $0 = .now } }

    /// The deadlines from now on.
    ///
    /// They end before `Interruption` ends the process, which counts from the signal.
    var limits: LifeCycleLimits {
        var limits = LifeCycleLimits()
        if let began = began.withLock({ $0 }) {
            limits.end = max(limits.end - began.duration(to: .now), .milliseconds(100))
            limits.stop = min(limits.stop, limits.end)
        }
        return limits
    }
}
