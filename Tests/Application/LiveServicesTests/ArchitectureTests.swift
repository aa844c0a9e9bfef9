import Accounts
import Composition
import Events
import LiveServices
import PhotoFeed
import Scheduling
import SchedulingDiagnostics
import ServiceKeys
import Testing

/// The posts of the program's own services, as its modules compose them.
///
/// The recorder is one for the process, so the tests run one at a time.
@Suite(.serialized) struct ArchitectureTests {
    /// The posts to the business scheduler of a program that has received an event.
    ///
    /// The scheduler's name keeps the posts of other tests out.
    private func hops() async throws -> [RecordedHop] {
        TraceRecorder.start()
        defer { TraceRecorder.stop() }
        let business = WorkScheduler(name: "architecture")
        let program = try Assembly([
            EventsModule(),
            AccountsModule(in: "/nonexistent/accounts", reporting: { Issue.record($0) }),
        ]).compose(on: [.main: MainScheduler.shared, .business: business])
        try await program.start()
        let history = try program.here(AccountHistoryKey.self)
        let sync = SyncEnded(
            account: try AccountName("home"), time: FeedTime(secondsSinceEpoch: 1), status: 0,
            isComplete: true)
        await (try program.here(EventHubKey.self)).post(sync)
        _ = try await history.lastSyncs()
        let hops = TraceRecorder.recordedHops.filter { $0.to == "architecture" }
        await program.stop()
        return hops
    }

    /// The rules of the history, which only events reach, and which alone writes its database.
    private var rules: HopRules {
        var rules = HopRules()
        rules.isComplete = true
        rules.allow("HistoryKeeper", from: "LiveServicesTests")
        rules.allow("DatabaseWriter", from: "Persistence")
        rules.allow("DatabaseReader", from: "Persistence")
        return rules
    }

    @Test func theServicesPostOnlyToThoseThatTheirRulesName() async throws {
        let hops = try await hops()
        let receivers = Set(hops.compactMap(\.receiver))
        #expect(receivers.isSuperset(of: ["HistoryKeeper", "DatabaseWriter"]))
        let violations = rules.violations(in: hops)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func aPostPastTheHistoryFailsWithItsChain() async throws {
        var rules = HopRules()
        rules.allow("HistoryKeeper", from: "FeedFeature")
        let violations = rules.violations(in: try await hops())
        #expect(violations.count == 1)
        let text = violations.first?.description ?? ""
        #expect(text.hasPrefix("the module LiveServicesTests may not post to HistoryKeeper\n"))
        #expect(text.contains("posted at LiveServicesTests/ArchitectureTests.swift:"))
    }
}
