import Accounts
import Composition
import Events
import Foundation
import KeyedStore
import LiveServices
import Persistence
import PhotoFeed
import ProgramServices
import SQLitePersistence
import Scheduling
import Testing
import Tracking

/// The usage of the program, which is counted from the events of the features.
@Suite struct UsageKeeperTests {
    private func program(
        guest: String? = nil, settings: String? = nil,
        reporting report: @escaping @Sendable (any Error) -> Void = { Issue.record($0) }
    ) async throws -> Scope {
        let program = try Assembly([
            EventsModule(),
            AccountsModule(
                in: "/nonexistent/accounts", guestDatabase: guest,
                reporting: { Issue.record($0) }),
            UsageModule(settings: settings, reporting: report),
        ])
        .compose(
            on: [.main: MainScheduler.shared, .business: WorkScheduler(name: "BL")],
            limits: .command)
        try await program.start()
        return program
    }

    private func postAll(to events: EventHub) async throws {
        let maria = try AccountName("maria")
        events.post(SignInBegan())
        events.post(SignInFailed(AccountError(.timedOut, "maria did not answer")))
        events.post(SignInBegan())
        events.post(AccountSignedIn(account: maria))
        for (status, isComplete) in [(0, true), (0, true), (3, true), (77, false)] {
            events.post(
                SyncEnded(
                    account: maria, time: FeedTime(secondsSinceEpoch: 1), status: Int32(status),
                    isComplete: isComplete))
        }
        events.post(AccountSignedOut(account: maria))
    }

    @Test func theEventsAreCountedWithoutTheAccount() async throws {
        let program = try await program()
        let usage = try program.here(UsageTrackingKey.self)
        try await usage.switchOn()
        try await postAll(to: try program.here(EventHubKey.self))
        await program.stop()
        let summary = try await usage.summary()
        #expect(
            summary.counts.map { "\($0.kind) \($0.name) \($0.label) \($0.count)" } == [
                "cloud sync complete 2", "cloud sync failed 1", "cloud sync partial 1",
                "cloudModify sign-in failed 1", "cloudModify sign-in started 2",
                "cloudModify sign-in succeeded 1", "cloudModify sign-out  1",
                "error sign-in timedOut 1",
            ])
        #expect(!"\(summary)".contains("maria"))
    }

    @Test func aCommandIsCountedByItsWordAndItsResult() async throws {
        let program = try await program()
        let usage = try program.here(UsageTrackingKey.self)
        try await usage.switchOn()
        let ends: [(String, Int32?)] = [
            ("sync", 0), ("sync", 0), ("feed", 3), ("gallery", 66), ("watch", nil),
            ("/srv/maria", 0),
        ]
        for (command, status) in ends { UsageModule.count(command, status, in: program) }
        await program.stop()
        let summary = try await usage.summary()
        #expect(
            summary.counts.map { "\($0.kind) \($0.name) \($0.label) \($0.count)" } == [
                "ux feed partial 1", "ux gallery failed 1", "ux other complete 1",
                "ux sync complete 2", "ux watch stopped 1",
            ])
    }

    @Test func withoutTheSettingNothingIsCounted() async throws {
        let folder = Self.newFolder()
        let program = try await program(settings: folder + "/usage.json")
        let usage = try program.here(UsageTrackingKey.self)
        try await postAll(to: try program.here(EventHubKey.self))
        UsageModule.count("sync", 0, in: program)
        await program.stop()
        #expect(!FileManager.default.fileExists(atPath: folder))
        try await usage.switchOn()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let summary = try await usage.summary()
        #expect(summary == UsageSummary(isOn: true, installation: nil, counts: []))
    }

    @Test func aDamagedSettingIsReportedOnceAndStopsNoOtherReceiver() async throws {
        let folder = Self.newFolder()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/usage.json"
        try Data("damaged".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let reports = Guarded(0)
        let program = try await program(settings: file) { _ in reports.withLock { $0 += 1 } }
        let history = try program.here(AccountHistoryKey.self)
        let events = try program.here(EventHubKey.self)
        for time in [1, 2] {
            events.post(
                SyncEnded(
                    account: try AccountName("home"),
                    time: FeedTime(secondsSinceEpoch: Int64(time)), status: 0, isComplete: true))
        }
        await program.stop()
        #expect(reports.withLock { $0 } == 1)
        #expect(try await history.lastSyncs().count == 1)
    }

    @Test(arguments: [true, false])
    func aCommandReadsTheSettingOnlyIfThereIsOne(_ isThere: Bool) async throws {
        let file = Self.newFolder()
        if isThere { try Data().write(to: URL(filePath: file)) }
        defer { try? FileManager.default.removeItem(atPath: file) }
        let readings = Guarded(0)
        let store: @Sendable () throws -> KeyedStore = {
            readings.withLock { $0 += 1 }
            return try KeyedStore(MemoryBackend())
        }
        let usage = UsageTracking(
            settings: try store(), counts: CountsBackend { throw CancellationError() })
        let program = try Assembly([
            EventsModule(),
            AccountsModule(in: "/nonexistent/accounts", reporting: { Issue.record($0) }),
            UsageModule(settings: file, reporting: { Issue.record($0) }),
        ])
        .overriding(UsageTrackingKey.self) { usage }
        .compose(
            on: [.main: MainScheduler.shared, .business: WorkScheduler(name: "BL")],
            limits: .command)
        try await program.start()
        UsageModule.count("feed", 0, in: program)
        await program.stop()
        #expect(readings.withLock { $0 } == (isThere ? 1 : 0))
    }

    /// As in the home folder of another user, the folder cannot be opened.
    @Test func aSettingThatCannotBeSeenIsNotReported() async throws {
        let file = Self.newFolder()
        try Data().write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let reports = Guarded(0)
        let program = try await program(settings: file + "/usage.json") { _ in
            reports.withLock { $0 += 1 }
        }
        try await postAll(to: try program.here(EventHubKey.self))
        await program.stop()
        #expect(reports.withLock { $0 } == 0)
    }

    private static func newFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "usage-\(UUID().uuidString)").path
    }
}
