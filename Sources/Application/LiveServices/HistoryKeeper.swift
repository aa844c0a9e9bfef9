import Accounts
import Composition
import Events
import ProgramServices
import Scheduling

/// Keeps the history of the accounts up to date with the events of the features.
///
/// The history is opened with the first event. A service of the business logic; the events of a
/// program are stored when it has stopped.
@Schedulable
final class HistoryKeeper: ServiceLifeCycle {
    private typealias Work = @Sendable (AccountHistory, AccountFolders) async throws -> Void

    private let history: AccountHistory
    private let folders: AccountFolders
    private let report: @Sendable (any Error) -> Void
    private var tasks = TaskChain()

    /// Creates the keeper, which receives events from now on.
    ///
    /// - Parameters:
    ///   - events: the hub of the program.
    ///   - folders: the accounts.
    ///   - history: the history, which is opened with the first event.
    ///   - home: the scheduler of the business logic.
    ///   - report: receives the error of an event that could not be stored.
    init(
        _ events: EventHub, _ folders: AccountFolders, _ history: AccountHistory,
        home: SchedulerIsolation,
        reporting report: @escaping @Sendable (any Error) -> Void
    ) {
        self.history = history
        self.folders = folders
        self.report = report
        events.receive(SyncEnded.self, by: self, in: home) { keeper, sync in
            guard let account = sync.account else { return }
            keeper.perform { history, _ in
                try await history.record(
                    account, at: sync.time, status: sync.status,
                    isComplete: sync.isComplete)
            }
        }
        events.receive(AccountSignedIn.self, by: self, in: home) { keeper, _ in
            // A sign-in may have replaced other accounts.
            keeper.perform { history, folders in
                try await history.forget(allBut: try folders.accounts().map(\.name))
            }
        }
        events.receive(AccountSignedOut.self, by: self, in: home) { keeper, event in
            keeper.perform { history, _ in try await history.forget(event.account) }
        }
    }

    /// Waits until the events are stored.
    nonisolated(nonsending) func stop() async { await tasks.finished() }

    /// Stores an event after those before it.
    private func perform(_ work: @escaping Work) {
        tasks.add { [history, folders, report] in
            do { try await work(history, folders) } catch { report(error) }
        }
    }
}
