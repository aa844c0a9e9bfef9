import Synchronization

/// Metrics of the schedulers for swift-metrics.
///
/// ```swift
/// MetricsSystem.bootstrap(factory)
/// SchedulerMetrics.start()
/// let business = WorkScheduler(name: "BL")
/// ```
///
/// Each scheduler counts the items that it took from its inbox (`scheduler.posted`) and ran
/// (`scheduler.run`). It records how long they waited and ran (`scheduler.wait.time`,
/// `scheduler.run.time`), and the highest number that waited (`scheduler.backlog.max`). The
/// dimension `scheduler` is its name. Each item costs two reads of the clock, a short lock, and the
/// calls of the metrics system.
public enum SchedulerMetrics {
    /// Records the metrics of the schedulers that are created from now on.
    ///
    /// It has no effect on schedulers that exist already, nor without a metrics system.
    public static func start() {
        SchedulerMetricSet.isRequested.store(true, ordering: .relaxed)
        SchedulerRecord.install()
    }
}
