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
                engine, guest: DatabasePlace("guest"),
                schemas: [.guest: AccountHistory.schema], on: business,
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

    /// The layouts that a kill can leave: those where the row exists or not, and the former value
    /// is removed from some of the accounts.
    @Test(arguments: 0..<4)
    func aKilledAdoptionIsContinuedWithTheSameResult(_ step: Int) async throws {
        let files = FileManager.default
        let path = files.temporaryDirectory.appending(path: "adoption-\(UUID().uuidString)").path
        defer { try? files.removeItem(atPath: path) }
        let folders = AccountFolders(path: path + "/accounts")
        let names = [home, work]
        for (number, name) in names.enumerated() {
            let folder = "\(folders.path)/\(name)"
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let value = #"{"version":1,"value":\#(10 + number)}"#
            let text = "{\"keyedStore\":1,\"values\":{\n\"last_sync\":\(value)\n}}\n"
            #expect(
                files.createFile(
                    atPath: folder + "/account.json", contents: Data(text.utf8),
                    attributes: [.posixPermissions: 0o600]))
        }
        let former = try folders.formerSyncs()
        #expect(former == [home: time(10), work: time(11)])
        // Step 1 has stored the rows; each further step has removed one of the former values.
        if step > 0 {
            let others = AccountFolders(path: path + "/nowhere")
            try? await open().adopt(former, from: others)
        }
        for name in names.prefix(max(0, step - 1)) {
            try KeyedStore(FileBackend(path: "\(folders.path)/\(name)/account.json")).update {
                $0.remove(Key<Int64?>("last_sync"))
            }
        }
        let history = open()
        try await history.adopt(try folders.formerSyncs(), from: folders)
        #expect(
            try await history.lastSyncs() == [
                home: LastSync(success: time(10)), work: LastSync(success: time(11)),
            ])
        #expect(try folders.formerSyncs().isEmpty)
    }

    @Test func aLaterSyncIsNotReplacedByAFormerOne() async throws {
        let history = open()
        try await history.record(home, at: time(20), status: 0, isComplete: true)
        try await history.adopt(
            [home: time(10), work: time(30)], from: AccountFolders(path: "/nonexistent/accounts"))
        let syncs = try await history.lastSyncs()
        #expect(syncs[home]?.success == time(20) && syncs[work]?.success == time(30))
    }
}
