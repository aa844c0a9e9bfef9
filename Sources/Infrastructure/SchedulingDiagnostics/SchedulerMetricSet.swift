import CoreMetrics
import Scheduling
import Synchronization

/// The metrics of one scheduler.
///
/// The initialiser returns `nil` unless the metrics were requested and a metrics system was
/// bootstrapped before.
struct SchedulerMetricSet: Sendable {
    /// Whether the schedulers that are created from now on have metrics.
    static let isRequested = Atomic(false)

    private let posted: Counter
    private let ranCount: Counter
    private let waitTime: CoreMetrics.Timer
    private let runTime: CoreMetrics.Timer
    private let highWater: Recorder

    init?(scheduler: String) {
        if !Self.isRequested.load(ordering: .relaxed) { return nil }
        if MetricsSystem.factory is NOOPMetricsHandler { return nil }
        let dimensions = [("scheduler", scheduler)]
        posted = Counter(label: "scheduler.posted", dimensions: dimensions)
        ranCount = Counter(label: "scheduler.run", dimensions: dimensions)
        waitTime = CoreMetrics.Timer(label: "scheduler.wait.time", dimensions: dimensions)
        runTime = CoreMetrics.Timer(label: "scheduler.run.time", dimensions: dimensions)
        highWater = Recorder(
            label: "scheduler.backlog.max", dimensions: dimensions, aggregate: false)
        // A metrics system cannot be removed, so a matching `end()` is not needed.
        TraceOptions.times.begin()
    }

    func took(_ count: Int) { posted.increment(by: count) }

    func reached(_ backlog: Int) { highWater.record(backlog) }

    func waited(_ duration: Duration) { waitTime.recordNanoseconds(duration.clampedNanoseconds) }

    func ran(_ duration: Duration) {
        ranCount.increment()
        runTime.recordNanoseconds(duration.clampedNanoseconds)
    }
}
