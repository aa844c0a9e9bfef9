import CommandLineProgram
import Foundation
import PhotoFeed
import SceneFlow
import Scheduling
import Signals

/// Follows one run of the synchronizer, which belongs to the business logic, and shows it.
///
/// Everything that happens is an action of a `Store`, whose reducer makes the output.
@MainActor
@Schedulable
final class SyncPresenter {
    let store: Store<SyncState, SyncAction>

    /// Creates a presenter, whose run begins now.
    ///
    /// - Parameters:
    ///   - display: the kind of display.
    ///   - provider: the provider of the run.
    ///   - account: the account of the run, for a display of several runs.
    ///   - margin: the number of columns of the terminal that the display leaves free.
    ///   - write: writes an output; by default to the descriptors of the process.
    init(
        display: DisplayChoice, provider: FeedProvider, account: String? = nil, margin: Int = 0,
        write: @escaping @MainActor (SyncOutput) -> Void = { $0.write() }
    ) {
        store = Store(
            SyncState(display.display(of: provider, account: account, at: .now)),
            SyncState.reducer { interval in
                Signal.interval(interval, in: .main).map { _ in
                    .tick(at: .now, width: max(1, Self.terminalWidth - margin))
                }
            })
        store.select(\.output).observe { write($0) }
    }

    /// Whether the run lists the source from its beginning, or continues such a listing.
    var hasListed: Bool {
        checkScheduler()
        return store.state.progress.isListing
    }

    /// Whether the run has found photos and videos of which the server makes no thumbnails.
    var lacksThumbnails: Bool {
        checkScheduler()
        return store.state.progress.unsupportedThumbnails > 0
    }

    /// The number of photos and videos that the run has added to the library.
    var added: Int {
        checkScheduler()
        return store.state.progress.changeSummary.added
    }

    /// Shows the library as the run has left it.
    func show(_ conclusion: SyncConclusion) { store.send(.concluded(conclusion)) }

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
            store.send(Task.isCancelled ? .interrupted : .failed(FailureReport(error)))
            throw error
        }
    }

    /// Runs the synchronizer, whose events are `run`, to its end.
    ///
    /// Cancelling the task ends the run and leaves the library consistent.
    ///
    /// - Throws: the error of the run; `CancellationError` after an interruption, which has already
    ///   been shown.
    func follow<Failure: Error>(_ run: BoundSignal<SyncEvent, Failure>) async throws -> ExitStatus {
        checkScheduler()
        let started = ContinuousClock.now
        store.send(.started)
        defer { store.send(.stopped) }
        let events = run.deliver(in: .main).on(value: { [self] in show($0) })
        for try await _ in events.values(in: .main) {}
        guard let result = store.state.result else {
            store.send(.interrupted)
            throw CancellationError()
        }
        let summary = SyncResult(progress: result, elapsed: .now - started)
        store.send(.finished(summary))
        return summary.isPartial ? .partialSuccess : .success
    }

    private func show(_ event: SyncEvent) {
        store.send(.event(event, at: .now))
    }

    /// The width of the terminal in columns.
    ///
    /// A longer line would wrap and could not be redrawn.
    private static var terminalWidth: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }
}
