import Composition
import Events
import Scheduling
import ServiceKeys
import Tracking
import TrackingGateway

/// Tracks the events of the features, without the accounts that they name, and the numbers of
/// requests.
///
/// A service of the business logic. While the tracking is off, an event costs the look-up of the
/// setting. The requests are tracked by class after each sync and at the end. The events of a
/// program are stored when it has stopped.
@Schedulable
final class UsageKeeper: ServiceLifeCycle {
    private let usage: UsageTracking
    private let tally: RequestTally
    private let report: @Sendable (any Error) -> Void
    /// The tracking of the last event.
    private var last: Task<Void, Never>?

    /// Creates the keeper, which receives events from now on.
    ///
    /// - Parameters:
    ///   - events: the hub of the program.
    ///   - usage: the tracking of the program.
    ///   - tally: the requests of this run.
    ///   - report: receives the first error of the setting.
    init(
        _ events: EventHub, _ usage: UsageTracking, counting tally: RequestTally,
        reporting report: @escaping @Sendable (any Error) -> Void
    ) {
        self.usage = usage
        self.tally = tally
        let isReported = Guarded(false)
        self.report = { error in
            let isFirst = isReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            if isFirst { report(error) }
        }
        events.receive(SyncEnded.self, by: self) { keeper, sync in
            let (label, status) = (sync.usageLabel, Int64(sync.status))
            keeper.perform {
                $0.track(.cloud, .sync, label: label, number: status)
            }
            keeper.trackRequests()
        }
        events.receive(SignInBegan.self, by: self) { keeper, _ in
            keeper.perform { $0.track(.cloudModify, .signIn, label: .started) }
        }
        events.receive(AccountSignedIn.self, by: self) { keeper, _ in
            keeper.perform { $0.track(.cloudModify, .signIn, label: .succeeded) }
        }
        events.receive(SignInFailed.self, by: self) { keeper, failure in
            keeper.perform {
                $0.track(.cloudModify, .signIn, label: .failed)
                $0.track(failure.error, in: .signIn)
            }
        }
        events.receive(AccountSignedOut.self, by: self) { keeper, _ in
            keeper.perform { $0.track(.cloudModify, .signOut) }
        }
    }

    /// Waits until the events are stored, and sends those that the user wants to be sent.
    nonisolated(nonsending) func stop() async {
        trackRequests()
        await last?.value
        await usage.finish()
    }

    private func trackRequests() {
        let requests = tally.take()
        if !requests.isEmpty { perform { requests.track(by: $0) } }
    }

    /// Tracks an event after those before it.
    private func perform(_ track: @escaping @Sendable (Tracker) -> Void) {
        last = Task { [last, usage, report] in
            await last?.value
            do { track(try await usage.tracker()) } catch { report(error) }
        }
    }
}

extension SyncEnded {
    /// The result in one word.
    fileprivate var usageLabel: TrackedWord {
        if status == 0 { return .complete }
        return isComplete ? .partial : .failed
    }
}

/// The words of the program's events.
extension TrackedWord {
    fileprivate static let sync: TrackedWord = "sync"
    fileprivate static let signIn: TrackedWord = "sign-in"
    fileprivate static let signOut: TrackedWord = "sign-out"
    fileprivate static let started: TrackedWord = "started"
    /// The library is up to date.
    fileprivate static let complete: TrackedWord = "complete"
    /// The library is up to date, except for some entries.
    fileprivate static let partial: TrackedWord = "partial"
}
