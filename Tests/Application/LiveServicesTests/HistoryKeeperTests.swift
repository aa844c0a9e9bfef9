import Accounts
import Composition
import Events
import LiveServices
import PhotoFeed
import ProgramServices
import Scheduling
import Testing

/// The history of the accounts, which receives the events of the features.
@Suite struct HistoryKeeperTests {
    /// The history after a program that has posted events; its guest database is in memory.
    private func history(
        after post: (EventHub) async throws -> Void
    ) async throws -> [String: LastSync] {
        let program = try Assembly([
            EventsModule(),
            AccountsModule(in: "/nonexistent/accounts", reporting: { Issue.record($0) }),
        ])
        .compose(
            on: [.main: MainScheduler.shared, .business: WorkScheduler(name: "BL")],
            limits: .command)
        try await program.start()
        let history = try program.here(AccountHistoryKey.self)
        try await post(try program.here(EventHubKey.self))
        await program.stop()
        let syncs = try await history.lastSyncs()
        return Dictionary(uniqueKeysWithValues: syncs.map { ("\($0.key)", $0.value) })
    }

    private func sync(_ name: String, at seconds: Int64, status: Int32) throws -> SyncEnded {
        SyncEnded(
            account: try AccountName(name), time: FeedTime(secondsSinceEpoch: seconds),
            status: status, isComplete: status == 0)
    }

    @Test func eventsOfTheFeaturesAreInTheHistory() async throws {
        let syncs = try await history { events in
            events.post(try sync("home", at: 1, status: 0))
            events.post(try sync("work", at: 2, status: 0))
            events.post(try sync("work", at: 3, status: 77))
            events.post(try sync("old", at: 4, status: 0))
            events.post(AccountSignedOut(account: try AccountName("old")))
        }
        let times = [1, 2, 3].map { FeedTime(secondsSinceEpoch: $0) }
        #expect(
            syncs == [
                "home": LastSync(success: times[0], attempt: times[0], status: 0),
                "work": LastSync(success: times[1], attempt: times[2], status: 77),
            ])
    }

    @Test func aSignInForgetsTheAccountsThatItHasReplaced() async throws {
        let syncs = try await history { events in
            events.post(try sync("home", at: 1, status: 0))
            // The folder of the accounts has none.
            events.post(AccountSignedIn(account: try AccountName("new")))
        }
        #expect(syncs.isEmpty)
    }

    @Test func theEndOfTheProgramWaitsForItsEvents() async throws {
        for _ in 0..<20 {
            let syncs = try await history { events in
                for name in ["a", "b", "c"] {
                    events.post(try sync(name, at: 1, status: 0))
                }
            }
            #expect(syncs.count == 3)
        }
    }
}
