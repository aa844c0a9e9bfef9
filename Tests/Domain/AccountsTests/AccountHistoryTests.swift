import Accounts
import Foundation
import KeyedStore
import Persistence
import PhotoFeed
import Scheduling
import Testing

/// The last syncs of accounts in the guest database.
@Suite struct AccountHistoryTests {
    private let business = WorkScheduler(name: "BL")
    private let engine = MemoryEngine()
    private let home: AccountName
    private let work: AccountName

    init() throws {
        home = try AccountName("home")
        work = try AccountName("work")
    }

    /// Opens the database, as a process does.
    private func open() -> AccountHistory {
        AccountHistory(
            Database(
                engine, at: DatabasePlace("guest"), schema: AccountHistory.schema, on: business,
                readers: .schedulers([business])))
    }

    private func time(_ seconds: Int64) -> FeedTime { FeedTime(secondsSinceEpoch: seconds) }

    @Test func theMigrationsLeadToTheModels() {
        #expect(AccountHistory.schema.differences == [])
    }

    @Test func aFailureKeepsTheTimeOfTheLastCompleteSync() async throws {
        let history = open()
        #expect(try await history.lastSyncs().isEmpty)
        try await history.record(home, at: time(1), status: 3, isComplete: true)
        try await history.record(home, at: time(2), status: 77, isComplete: false)
        try await history.record(work, at: time(3), status: 75, isComplete: false)
        #expect(
            try await open().lastSyncs() == [
                home: LastSync(success: time(1), attempt: time(2), status: 77),
                work: LastSync(success: nil, attempt: time(3), status: 75),
            ])
    }

    @Test func whatIsKnownOfAnAccountIsForgottenWithIt() async throws {
        let history = open()
        for name in [home, work] {
            try await history.record(name, at: time(1), status: 0, isComplete: true)
        }
        try await history.forget(home)
        #expect(try await history.lastSyncs().keys.sorted() == [work])
        try await history.forget(allBut: [home])
        #expect(try await history.lastSyncs().isEmpty)
    }
}
