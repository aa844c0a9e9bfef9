import Composition
import Events
import ProgramServices
import Scheduling
import Tracking

/// Tracks the events of the features, without the accounts that they name, the commands, and the
/// numbers of requests.
///
/// A service of the business logic. While the tracking is off, an event costs the look-up of the
/// setting, and a command costs the test whether there is one. The requests are tracked by class
/// after each sync and at the end. The events of a program are stored when it has stopped.
@Schedulable
final class UsageKeeper: ServiceLifeCycle {
    private let usage: UsageTracking
    private let tally: RequestTally
    private let isSet: @Sendable () -> Bool
    private let report: @Sendable (any Error) -> Void
    private var tasks = TaskChain()

    /// Creates the keeper, which receives events from now on.
    ///
    /// - Parameters:
    ///   - events: the hub of the program.
    ///   - usage: the tracking of the program.
    ///   - home: the scheduler of the business logic.
    ///   - tally: the requests of this run.
    ///   - isSet: whether there may be a setting; it reads none.
    ///   - report: receives the first error of the setting.
    init(
        _ events: EventHub, _ usage: UsageTracking, home: SchedulerIsolation,
        counting tally: RequestTally,
        ifSet isSet: @escaping @Sendable () -> Bool,
        reporting report: @escaping @Sendable (any Error) -> Void
    ) {
        self.usage = usage
        self.tally = tally
        self.isSet = isSet
        let isReported = Guarded(false)
        self.report = { error in
            let isFirst = isReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            if isFirst { report(error) }
        }
        events.receive(SyncEnded.self, by: self, in: home) { keeper, sync in
            keeper.track(
                TrackedAction(
                    .cloud, .sync, label: sync.usageLabel, number: Int64(sync.status)))
            keeper.trackRequests()
        }
        events.receive(SignInBegan.self, by: self, in: home) { keeper, _ in
            keeper.track(TrackedAction(.cloudModify, .signIn, label: .started))
        }
        events.receive(AccountSignedIn.self, by: self, in: home) { keeper, _ in
            keeper.track(TrackedAction(.cloudModify, .signIn, label: .succeeded))
        }
        events.receive(SignInFailed.self, by: self, in: home) { keeper, failure in
            keeper.track(
                TrackedAction(.cloudModify, .signIn, label: .failed),
                TrackedAction(failure.error, in: .signIn))
        }
        events.receive(AccountSignedOut.self, by: self, in: home) { keeper, _ in
            keeper.track(TrackedAction(.cloudModify, .signOut))
        }
    }

    /// Waits until the events are stored, and sends those that the user wants to be sent.
    nonisolated(nonsending) func stop() async {
        trackRequests()
        await tasks.finished()
        await usage.finish()
    }

    /// Tracks the end of a command; without a setting, none is read.
    func trackEnd(of command: String, _ status: Int32?) {
        guard isSet() else { return }
        // The name is a declared word, whatever the text is.
        let name = TrackedWord.commands.first { $0.text == command } ?? .other
        let label = TrackedWord.outcome(of: status)
        track(TrackedAction(.ux, name, label: label, number: status.map { Int64($0) }))
    }

    private func trackRequests() { track(tally.take()) }

    private func track(_ actions: TrackedAction...) { track(actions) }

    /// Tracks actions after those before them.
    private func track(_ actions: [TrackedAction]) {
        guard !actions.isEmpty else { return }
        tasks.add { [usage, report] in
            do { try await usage.track(actions) } catch { report(error) }
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
    fileprivate static let succeeded: TrackedWord = "succeeded"
    fileprivate static let failed: TrackedWord = "failed"
    /// The library is up to date, or a command is done.
    fileprivate static let complete: TrackedWord = "complete"
    /// The library is up to date, or a command is done, except for some entries.
    fileprivate static let partial: TrackedWord = "partial"
    /// A signal has stopped a command.
    fileprivate static let stopped: TrackedWord = "stopped"

    /// The names of the commands.
    fileprivate static let commands: [TrackedWord] = [
        "accounts", "demo", "doctor", "duplicates", "export", "feed", "gallery", "log", "login",
        "logout", "open", "plan", "serve", "stats", "status", "sync", "transfers", "verify",
        "watch",
    ]
    /// A command that is not in the list.
    fileprivate static let other: TrackedWord = "other"

    /// The result of a command in one word.
    fileprivate static func outcome(of status: Int32?) -> TrackedWord {
        switch status {
        case nil: .stopped
        case 0?: .complete
        case 3?: .partial
        default: .failed
        }
    }
}
