import CommandLineProgram
import PhotoFeed

/// Shows nothing; errors still go to standard error.
final class QuietSyncDisplay: SyncDisplay {
    let tickInterval: Duration? = nil
    func show(_ event: SyncEvent) {}
    func tick() {}
    func finish(_ summary: SyncSummary) {}
    func interrupt() {}
    func fail(_ report: FailureReport) {}
}
