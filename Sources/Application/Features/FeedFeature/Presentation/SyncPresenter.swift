import CommandLineProgram
import PhotoFeed
import Scheduling
import Signals

/// Follows one run of the synchronizer, which belongs to the business logic, and shows it.
@MainActor
@Schedulable
final class SyncPresenter {
    private let display: any SyncDisplay
    private var finished: SyncProgress?

    init(display: DisplayChoice, provider: FeedProvider) {
        self.display = display.display(of: provider)
    }

    /// Runs `work`, and shows an interruption or a failure.
    ///
    /// A `CancellationError` is passed on without being shown: `follow` has already shown the
    /// interruption.
    func reporting(
        _ work: @MainActor () async throws -> ExitStatus
    ) async throws -> ExitStatus {
        checkScheduler()
        do {
            return try await work()
        } catch let error where !(error is CancellationError) {
            if Task.isCancelled { display.interrupt() } else { display.fail(FailureReport(error)) }
            throw error
        }
    }

    /// Runs `synchronizer` to its end.
    ///
    /// Cancelling the task ends the run and leaves the library consistent.
    ///
    /// - Throws: the run's `FeedError`; `CancellationError` after an interruption, which has
    ///   already been shown.
    func follow(
        _ synchronizer: SchedulerBound<any FeedSynchronizer>, _ options: SyncOptions
    ) async throws -> ExitStatus {
        checkScheduler()
        let started = ContinuousClock.now
        let ticking = display.tickInterval.map { interval in
            MainScheduler.shared.schedule(every: interval) { @MainActor [display] in
                display.tick()
            }
        }
        defer { ticking?.cancel() }
        let events = synchronizer.signal { $0.synchronize(options) }
            .deliver(on: MainScheduler.shared).on(value: { [self] in show($0) })
        for try await _ in events.values {}
        guard let finished else {
            display.interrupt()
            throw CancellationError()
        }
        let summary = SyncSummary(progress: finished, elapsed: .now - started)
        display.finish(summary)
        return summary.isPartial ? .partialSuccess : .success
    }

    private func show(_ event: SyncEvent) {
        if case .finished(let progress) = event { finished = progress }
        display.show(event)
    }
}
